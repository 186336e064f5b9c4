import { spawn } from "node:child_process";

/** How a program's run ended. `stopped`: its reader had enough. `not_started`: there is no such program. */
export type ProgramEnd =
  | { outcome: "exited"; code: number | null }
  | { outcome: "stopped" }
  | { outcome: "timed_out" }
  | { outcome: "not_started" };

type ProgramRun = {
  /** Absolute path of the executable. */
  command: string;
  args: readonly string[];
  deadlineMs: number;
  signal: AbortSignal;
  /** Gets standard output as it comes; answers whether more is wanted. */
  onOutput: (chunk: Buffer) => boolean;
};

/**
 * Runs a program without a shell, in a process group of its own, so that nothing it started outlives it. It gets neither
 * this process's environment (which may hold keys) nor its input. Rejects with the signal's reason when that fires.
 */
export function runProgram({ command, args, deadlineMs, signal, onOutput }: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortReason(signal));
      return;
    }
    const env = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LANG: "en_US.UTF-8" };
    const child = spawn(command, args, { detached: true, stdio: ["ignore", "pipe", "ignore"], env });
    let early: ProgramEnd | undefined;
    const kill = (end: ProgramEnd) => {
      early ??= end;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => kill({ outcome: "timed_out" }), deadlineMs);
    const onAbort = () => kill({ outcome: "stopped" });
    signal.addEventListener("abort", onAbort, { once: true });
    const settle = (end: ProgramEnd) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      if (signal.aborted) reject(abortReason(signal));
      else resolve(early ?? end);
    };
    child.stdout.on("data", (chunk: Buffer) => {
      if (early === undefined && !onOutput(chunk)) kill({ outcome: "stopped" });
    });
    child.on("error", () => settle({ outcome: "not_started" }));
    child.on("close", (code) => settle({ outcome: "exited", code }));
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("Stopped.");
}
