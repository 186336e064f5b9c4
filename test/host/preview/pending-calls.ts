import type { System } from "../command/host";
import type { FromWorker, SystemCall } from "./worker-protocol";

/** What a command asks of the Mac. */
export interface PendingCalls {
  readonly system: Partial<System>;
  /** The preview host has done what was asked, or says why not. */
  answer(id: number, error: string | undefined): void;
}

/** Passes on what the command asks, which waits for the answer. */
export function pendingCalls(tell: (message: FromWorker) => void): PendingCalls {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let last = 0;
  const ask = (call: SystemCall) =>
    new Promise<void>((resolve, reject) => {
      tell({ type: "call", id: ++last, call });
      waiting.set(last, { resolve, reject });
    });
  return {
    system: {
      open: (target) => ask({ kind: "open", target }),
      trash: (path) => ask({ kind: "trash", path }),
      launchCommand: (options) =>
        ask({
          kind: "launchCommand",
          request: {
            command: options.name,
            arguments: options.arguments ?? {},
            launchType: options.type,
            ...(options.context && { context: options.context }),
            ...(options.fallbackText != null && { fallbackText: options.fallbackText }),
          },
          ...("extensionName" in options && { extension: options.extensionName }),
        }),
    },
    answer(id, error) {
      const call = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) call?.resolve();
      else call?.reject(new Error(error));
    },
  };
}
