import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/tools/mac/run-program";

const run = (script: string, changes: Partial<Parameters<typeof runProgram>[0]> = {}) => {
  let output = "";
  const end = runProgram({
    command: process.execPath,
    args: ["-e", script],
    deadlineMs: 10_000,
    signal: new AbortController().signal,
    onOutput: (chunk) => {
      output += chunk.toString();
      return true;
    },
    ...changes,
  });
  return end.then((value) => ({ end: value, output }));
};

describe("runProgram", () => {
  it("gives the output as it comes and the exit code", async () => {
    const { end, output } = await run("process.stdout.write('hello'); process.exitCode = 3");
    expect([end, output]).toEqual([{ outcome: "exited", code: 3 }, "hello"]);
  });

  it("hands over neither the environment nor the input", async () => {
    process.env["ORBIT_TEST_SECRET"] = "secret";
    const { output } = await run(
      "process.stdin.on('data', () => undefined).on('end', () => console.log(String(process.env.ORBIT_TEST_SECRET)))",
    );
    delete process.env["ORBIT_TEST_SECRET"];
    expect(output.trim()).toBe("undefined");
  });

  it("stops with the whole group at the deadline", async () => {
    // The child of the shell holds the output open: the run can only end within the test's time if that is gone too.
    const args = ["-c", "sleep 600 & echo $!; wait"];
    const { end, output } = await run("", { command: "/bin/sh", args, deadlineMs: 50 });
    expect(end).toEqual({ outcome: "timed_out" });
    expect(output).toMatch(/^\d+\n$/);
  });

  it("stops when its reader has enough", async () => {
    let chunks = 0;
    const onOutput = () => {
      chunks += 1;
      return chunks < 3;
    };
    const { end } = await run("setInterval(() => process.stdout.write('x'), 1)", { onOutput });
    expect([end, chunks]).toEqual([{ outcome: "stopped" }, 3]);
  });

  it("says where there is no such program", async () => {
    expect((await run("", { command: "/nowhere/at-all" })).end).toEqual({ outcome: "not_started" });
  });

  it("rejects with the reason of the signal, before and during the run", async () => {
    const reason = new Error("stopped by the person");
    await expect(run("", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const stop = new AbortController();
    const onOutput = () => {
      stop.abort(reason);
      return true;
    };
    await expect(
      run("process.stdout.write('x'); setInterval(() => undefined, 1000)", { signal: stop.signal, onOutput }),
    ).rejects.toBe(reason);
  });
});
