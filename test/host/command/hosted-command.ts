import type { ReactNode } from "react";
import { closeHost, enter, openHost, type Host, type World } from "./host";
import { HostError } from "./host-error";
import { createRoot, type Container, type Root } from "./tree";
import { createWaiting, type Waiting } from "./waiting";

/**
 * The life of a command of any mode, from launch to end. Whatever goes wrong in it is kept and thrown at the next touch,
 * so that no test passes over it.
 */
export abstract class HostedCommand {
  readonly host: Host;
  readonly #root: Root;
  readonly #waiting: Waiting;
  readonly #listeners = new Set<() => void>();
  #unsettled = false;
  #failure: { readonly error: Error; thrown: boolean } | undefined;
  #ended = false;

  /** @param children where React puts what the command draws */
  constructor(world: World, children: Container["children"]) {
    this.host = openHost(world);
    this.host.onChange = () => this.changed();
    this.host.act = (deed) => this.tryAct(deed);
    this.#waiting = createWaiting(
      () => this.#problem(),
      () => this.text(),
    );
    const container = { children, onCommit: () => this.#afterCommit() };
    this.#root = createRoot(container, (error) => this.fail(error));
  }

  /** What a person sees, as text. */
  abstract text(): string;

  /** Sees to what follows from something new on the screen, such as a selection that moved. */
  protected abstract settle(): void;

  /** What went wrong in the command, if anything did; it has crashed then. */
  get failure(): Error | undefined {
    return this.#failure?.error;
  }

  /** Whether it is over: its window was closed, or its first screen was left. */
  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Does what a person does, and draws what comes of it at once. */
  act(deed: () => void): void {
    this.guard();
    this.#do(deed);
    if (this.#failure) this.guard();
  }

  /** Does the same where nobody is who could take an error: it is kept. Nothing happens when the command is over. */
  tryAct(deed: () => void): void {
    if (this.#failure || this.#ended) return;
    try {
      this.#do(deed);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the command when what a handler of it still does comes to grief. */
  watch(outcome: unknown): void {
    Promise.resolve(outcome).catch((error: unknown) => this.fail(error));
  }

  /** Waits until look gives something; see Waiting. */
  until<T>(look: () => T, ms: number): Promise<T> {
    return this.#waiting.until(look, ms);
  }

  /** Calls the listener after every change of the screen or of the host, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps an error of the command for the test to see. */
  fail(error: unknown): void {
    this.#failure ??= { error: error instanceof Error ? error : new Error(String(error)), thrown: false };
    this.changed();
  }

  /** Throws what went wrong in the command, if anything did. */
  guard(): void {
    const problem = this.#problem();
    if (problem) throw problem;
  }

  /** The window closes. What the command still does is of no consequence; an error nobody saw yet is thrown. */
  close(): void {
    this.end();
    if (this.#failure?.thrown === false) this.guard();
  }

  /** Draws in the place of what was drawn before; null takes it away. */
  protected draw(element: ReactNode): void {
    this.#root.render(element);
  }

  /** Runs the updates that wait. */
  protected flush(): void {
    this.#root.flush();
  }

  /** Does what starts the command. An error of it is the end at once. */
  protected start(deed: () => void): void {
    try {
      this.act(deed);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  protected end(): void {
    if (this.#ended) return;
    this.#ended = true;
    enter(this.host, () => {
      this.draw(null);
      this.flush();
    });
    closeHost(this.host);
    this.changed();
  }

  protected changed(): void {
    this.#waiting.wake();
    for (const listener of this.#listeners) listener();
  }

  #problem(): Error | undefined {
    if (this.#failure) {
      this.#failure.thrown = true;
      return this.#failure.error;
    }
    return this.#ended ? new HostError("The command has ended.") : undefined;
  }

  #do(deed: () => void): void {
    enter(this.host, () => {
      deed();
      this.flush();
      this.#settle();
    });
  }

  // React is in the middle of its commit here; effects and state must wait until it is done.
  #afterCommit(): void {
    if (this.#unsettled) return;
    this.#unsettled = true;
    queueMicrotask(() => {
      if (this.#unsettled) this.tryAct(() => undefined);
    });
  }

  #settle(): void {
    this.#unsettled = false;
    if (this.#ended || this.#failure) return;
    this.settle();
    this.changed();
  }
}
