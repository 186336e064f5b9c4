import { isPressed } from "../command/key-signs";
import type { Deed } from "../frame/deed";
import type { Alert, Toast } from "../frame/frame";
import type { Command } from "./extension";
import type { LaunchRequest } from "./launch-request";
import type { CommandWorker } from "./worker-pool";
import type { Surroundings } from "./surroundings";

/** Commands that draw nothing. They run beside what is in the window, and show their messages over the root search. */
export interface NoViewCommands {
  readonly messages: { readonly toast?: Toast; readonly alert?: Alert };
  run(command: Command, request: LaunchRequest): void;
  /** Does what is meant for a message that shows; false for anything else. */
  do(page: string, number: number, deed: Deed): boolean;
}

/** What the command that spoke last says. It may have ended meanwhile. */
interface Messages {
  readonly worker: CommandWorker;
  readonly hasEnded: boolean;
  readonly toast?: Toast;
  readonly alert?: Alert;
}

/** Starts with none of them running. */
export function noViewCommands({ start, failed, changed }: Surroundings): NoViewCommands {
  let shown: Messages | undefined;
  /** Whose toast is to be hidden. It may have ended before it is told. */
  let hiding: CommandWorker | undefined;

  function run(command: Command, request: LaunchRequest): void {
    const worker = start(command, request, {
      picture(picture) {
        if (picture.type !== "stage") return;
        const { toast, alert } = picture.stage;
        if (!toast && hiding === worker) hiding = undefined;
        if (!toast && !alert && shown?.worker !== worker) return;
        shown = { worker, hasEnded: false, ...(toast && { toast }), ...(alert && { alert }) };
        changed();
      },
      ended() {
        // Its toast stays to be read; nobody is there for its actions any more.
        if (shown?.worker === worker) shown = hiding === worker ? undefined : afterEnd(shown);
        worker.end();
        changed();
      },
      crashed(crash) {
        if (shown?.worker === worker) shown = undefined;
        worker.end();
        failed(command, request, crash);
      },
    });
  }

  return {
    get messages() {
      return { ...(shown?.toast && { toast: shown.toast }), ...(shown?.alert && { alert: shown.alert }) };
    },
    run,
    do(page, number, deed) {
      const meant = shown && asMessageDeed(deed, shown);
      if (!shown || !meant) return false;
      const isHide = meant.type === "toast" && meant.action === "hide";
      if (isHide) hiding = shown.worker;
      if (!shown.hasEnded) shown.worker.tell({ type: "deed", page, number, deed: meant });
      else if (isHide) shown = undefined;
      return true;
    },
  };
}

function afterEnd({ worker, toast }: Messages): Messages | undefined {
  if (!toast) return undefined;
  const { style, title, message } = toast;
  return { worker, hasEnded: true, toast: { style, title, message } };
}

type MessageDeed = Extract<Deed, { type: "toast" | "alert" }>;

/** The deed as far as it is for a message, also when it is the key of a toast's action. */
function asMessageDeed(deed: Deed, { toast, alert }: Messages): MessageDeed | undefined {
  if (deed.type === "alert") return alert && deed;
  if (deed.type === "toast") return toast && deed;
  if (deed.type !== "key" || !toast) return undefined;
  const action = (["primary", "secondary"] as const).find((which) =>
    isPressed(toast[`${which}Action`]?.shortcut ?? [], deed),
  );
  return action && { type: "toast", action };
}
