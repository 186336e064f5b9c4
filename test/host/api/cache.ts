import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as Raycast from "@raycast/api";
import * as z from "zod";
import { checkKeys } from "./check-keys";
import { HostError } from "../command/host-error";
import { environment } from "./environment";

/** The keys in the order of their use, the one used last at the end, with the size of their data in bytes. */
const journalSchema = z.array(z.tuple([z.string(), z.number()]));

/** Small texts on the disk, of which those not used for longest go when there are too many. */
export class Cache implements Pick<Raycast.Cache, keyof Raycast.Cache> {
  static get STORAGE_DIRECTORY_NAME(): string {
    return "com.raycast.api.cache";
  }
  static get DEFAULT_CAPACITY(): number {
    return 10 * 1024 * 1024;
  }

  readonly #namespace: string;
  readonly #capacity: number;
  readonly #subscribers = new Set<Raycast.Cache.Subscriber>();

  constructor(options: Raycast.Cache.Options = {}) {
    checkKeys("A Cache", options, ["namespace", "capacity"]);
    this.#namespace = options.namespace ?? "";
    this.#capacity = options.capacity ?? Cache.DEFAULT_CAPACITY;
  }

  // A cache is often made before the command runs, when there is no folder yet.
  get storageDirectory(): string {
    return join(environment.supportPath, Cache.STORAGE_DIRECTORY_NAME, this.#namespace);
  }

  get isEmpty(): boolean {
    return this.#journal().size === 0;
  }

  get(key: string): string | undefined {
    const journal = this.#journal();
    const size = journal.get(key);
    if (size === undefined) return undefined;
    journal.delete(key);
    this.#write(journal.set(key, size));
    return readFileSync(this.#fileOf(key), "utf8");
  }

  has(key: string): boolean {
    return this.#journal().has(key);
  }

  set(key: string, data: string): void {
    if (typeof data !== "string") throw new HostError("A Cache holds text only.");
    const journal = this.#journal();
    journal.delete(key);
    mkdirSync(this.storageDirectory, { recursive: true });
    writeFileSync(this.#fileOf(key), data);
    journal.set(key, Buffer.byteLength(data));
    this.#shrink(journal);
    this.#write(journal);
    this.#tell(key, data);
  }

  remove(key: string): boolean {
    const journal = this.#journal();
    if (!journal.delete(key)) return false;
    rmSync(this.#fileOf(key), { force: true });
    this.#write(journal);
    this.#tell(key, undefined);
    return true;
  }

  clear({ notifySubscribers }: { notifySubscribers: boolean } = { notifySubscribers: true }): void {
    const journal = this.#journal();
    for (const key of journal.keys()) rmSync(this.#fileOf(key), { force: true });
    if (journal.size > 0) this.#write(new Map());
    if (notifySubscribers) this.#tell(undefined, undefined);
  }

  subscribe(subscriber: Raycast.Cache.Subscriber): Raycast.Cache.Subscription {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  #shrink(journal: Map<string, number>): void {
    let size = [...journal.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [key, bytes] of journal) {
      if (size <= this.#capacity) return;
      journal.delete(key);
      rmSync(this.#fileOf(key), { force: true });
      size -= bytes;
    }
  }

  // Read anew each time: two caches of one namespace are one.
  #journal(): Map<string, number> {
    try {
      return new Map(journalSchema.parse(JSON.parse(readFileSync(this.#journalFile, "utf8"))));
    } catch {
      return new Map();
    }
  }

  #write(journal: Map<string, number>): void {
    writeFileSync(this.#journalFile, JSON.stringify([...journal]));
  }

  get #journalFile(): string {
    return join(this.storageDirectory, "journal.json");
  }

  #fileOf(key: string): string {
    return join(this.storageDirectory, createHash("sha256").update(key).digest("hex"));
  }

  #tell(key: string | undefined, data: string | undefined): void {
    for (const subscriber of this.#subscribers) subscriber(key, data);
  }
}
