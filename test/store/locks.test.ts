import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished, describe, expect, it } from "vitest";
import { header, wholeChat } from "./sample-chat";
import { openTempStore } from "./temp-store";

const LOCKED = { name: "StoreError", detail: { type: "locked" } };

const HOLDER = `
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(process.argv[1]);
  for (const sql of process.argv.slice(2)) database.prepare(sql).all();
  process.stdin.once("data", () => {
    database.close();
    process.exit();
  });
  console.log("holding");
`;

/** Another process that takes a lock with the given SQL; gives what ends it, and with it the lock. */
async function lockElsewhere(file: string, ...sql: string[]): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ["-e", HOLDER, file, ...sql], { stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  await once(child.stdout, "data");
  return async () => {
    child.stdin.write("let go\n");
    await exited;
  };
}

describe("M3.1 locked", () => {
  it("M3.1 is told by a save while another process writes; reading goes on", async () => {
    const { store, file } = await openTempStore({ lockTimeoutMs: 30 });
    await store.save("chat", wholeChat("chat"));
    const letGo = await lockElsewhere(file, "BEGIN IMMEDIATE");
    await expect(store.save("chat 2", wholeChat("chat 2"))).rejects.toMatchObject(LOCKED);
    await expect(store.delete("chat")).rejects.toMatchObject(LOCKED);
    expect((await store.load("chat"))?.chat.messages).toHaveLength(2);
    expect(await store.list()).toStrictEqual([header("chat")]);

    await letGo();
    await store.save("chat 2", wholeChat("chat 2"));
    expect(await store.list()).toHaveLength(2);
  });

  it("M3.1 is waited out without blocking the event loop", async () => {
    const { store, file } = await openTempStore({ lockTimeoutMs: 10_000 });
    const letGo = await lockElsewhere(file, "BEGIN IMMEDIATE");
    const saved = store.save("chat", wholeChat("chat"));
    // Only a loop that runs on while the save waits can let the other process go.
    await letGo();
    await saved;
    expect((await store.load("chat"))?.chat.messages).toHaveLength(2);
  });

  it("M3.1 is told at opening where another process holds the whole database, which is not set aside", async () => {
    const first = await openTempStore();
    await first.store.save("chat", wholeChat("chat"));
    await first.store.close();
    const { file } = first;
    const letGo = await lockElsewhere(file, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE");
    await expect(openTempStore({ file, lockTimeoutMs: 30 })).rejects.toMatchObject(LOCKED);

    const waiting = openTempStore({ file, lockTimeoutMs: 10_000 });
    await letGo();
    const opened = await waiting;
    expect(opened.setAside).toBeUndefined();
    expect((await opened.store.load("chat"))?.chat.messages).toHaveLength(2);
  });
});
