import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { header, wholeChat } from "./sample-chat";
import { openTempStore } from "./temp-store";

const ROOT = join(__dirname, "../..");
/** Each is one in the chat that both write and one in a chat of its own. */
const SAVES = 100;

/** What another process does with the store; see `processes/writer.ts`. */
type Task =
  { task: "write"; name: string; saves: number } | { task: "run"; chatId: string } | { task: "decide"; word: string };

/** Another process on the same database, and the lines that it prints. */
function startProcess(file: string, task: Task) {
  const args = ["--import", "tsx", "--disable-warning=ExperimentalWarning", "test/store/processes/writer.ts"];
  const child: ChildProcess = spawn(process.execPath, [...args, file, JSON.stringify(task)], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      for (const wake of waiting) wake();
    });
  }
  return {
    lines,
    exited: once(child, "close").then(([code]: unknown[]) => code),
    go: () => child.stdin?.end("go\n"),
    async printed(line: string): Promise<void> {
      while (!lines.includes(line)) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
}

/** Starts both, lets them open the store, and sends them off together. */
async function race(file: string, tasks: [Task, Task]) {
  const processes = tasks.map((task) => startProcess(file, task));
  await Promise.all(processes.map((child) => child.printed("ready")));
  for (const child of processes) child.go();
  expect(await Promise.all(processes.map(({ exited }) => exited))).toStrictEqual([0, 0]);
  return processes.map(({ lines }) => lines.filter((line) => line !== "ready"));
}

describe("C15 two processes that use the store at once", () => {
  it("C15 lose nothing, in the same chat and in different ones", async () => {
    const { store, file } = await openTempStore({ lockTimeoutMs: 20_000 });
    await store.save("shared", [{ type: "header", header: header("shared") }]);
    await race(file, [
      { task: "write", name: "left", saves: SAVES },
      { task: "write", name: "right", saves: SAVES },
    ]);
    const numbers = Array.from({ length: SAVES }, (_, index) => index);
    const shared = await store.load("shared");
    expect(shared?.damagedRows).toBe(0);
    expect(shared?.chat.messages.map(({ id }) => id).toSorted()).toStrictEqual(
      numbers.flatMap((seq) => [`left ${seq}`, `right ${seq}`]).toSorted(),
    );
    for (const name of ["left", "right"]) {
      const stored = await store.load(name);
      expect(stored?.damagedRows).toBe(0);
      expect(stored?.chat.header).toStrictEqual(header(name, SAVES - 1));
      expect(stored?.chat.rows.map(({ seq }) => seq)).toStrictEqual(numbers);
      expect(await store.search(name, 10 * SAVES)).toHaveLength(SAVES);
    }
  }, 60_000);

  it("C6 give one call one decision: the first counts, the other learns of it", async () => {
    const { store, file } = await openTempStore();
    const rounds = 20;
    for (let round = 0; round < rounds; round += 1) await store.save(`chat ${round}`, wholeChat(`chat ${round}`));
    const [yes = [], no = []] = await race(file, [
      { task: "decide", word: "approved" },
      { task: "decide", word: "declined" },
    ]);
    for (let round = 0; round < rounds; round += 1) {
      const state = (await store.load(`chat ${round}`))?.chat.calls.get("c1")?.state.type;
      expect([yes[round], no[round]].toSorted()).toStrictEqual(["call_moved", "stored"]);
      expect(state).toBe(yes[round] === "stored" ? "approved" : "declined");
    }
  }, 60_000);

  it("C15 a chat that one deletes is gone for the other, at its next save and its next claim", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    const running = startProcess(file, { task: "run", chatId: "chat" });
    await running.printed("ready");
    running.go();
    await running.printed("saved 5");
    await store.delete("chat");
    expect(await running.exited).toBe(0);
    expect(running.lines.slice(-2)).toStrictEqual(["save: chat_deleted", "lease: chat_deleted"]);
    expect([await store.load("chat"), await store.search("saved")]).toStrictEqual([undefined, []]);
  }, 60_000);
});
