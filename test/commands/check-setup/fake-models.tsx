import { onTestFinished } from "vitest";
import type { ModelChoice } from "../../../src/agent/ports/provider";
import { SetupList } from "../../../src/commands/check-setup/check-setup";
import type { OpenModels, ProviderCheck } from "../../../src/models/open-models";
import { launch, type LaunchOptions } from "../../host/command/launch";
import type { Session } from "../../host/command/session";

/** Check Setup on providers that say what the test wants, when it wants. */
export type SetupWindow = {
  window: Session;
  /** A provider has answered the check that goes on. */
  tell: (...checks: ProviderCheck[]) => void;
  /** All have. */
  finish: () => void;
  /** One for each time that the providers were asked. */
  signals: AbortSignal[];
  chosen: (ModelChoice | undefined)[];
  wasClosed: () => boolean;
};

type Given = LaunchOptions & { choice?: ModelChoice; refusal?: Error };

/** Opens the window and waits until the providers are asked. `refusal` is what choosing comes to grief with. */
export async function openSetup({ choice, refusal, ...options }: Given = {}): Promise<SetupWindow> {
  const signals: AbortSignal[] = [];
  const chosen: (ModelChoice | undefined)[] = [];
  let wasClosed = false;
  let asked: ReadableStreamDefaultController<ProviderCheck> | undefined;
  const opened: OpenModels = {
    models: {
      async *check(signal) {
        signals.push(signal);
        yield* new ReadableStream<ProviderCheck>({
          start(controller) {
            asked = controller;
            signal.addEventListener("abort", () => controller.error(signal.reason));
          },
        });
      },
      choice: () => Promise.resolve(choice),
      choose: (next) => {
        if (refusal !== undefined) return Promise.reject(refusal);
        chosen.push(next);
        return Promise.resolve();
      },
    },
    close: () => {
      wasClosed = true;
      return Promise.resolve();
    },
  };
  const open = () => Promise.resolve(opened);
  const window = launch(() => <SetupList open={open} />, { commandName: "check-setup", ...options });
  onTestFinished(() => {
    if (!wasClosed) window.close();
  });
  await window.until(() => signals.length > 0);
  return {
    window,
    tell: (...checks) => checks.forEach((check) => asked?.enqueue(check)),
    finish: () => asked?.close(),
    signals,
    chosen,
    wasClosed: () => wasClosed,
  };
}
