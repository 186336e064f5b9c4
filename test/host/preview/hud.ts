import type { Frame } from "../frame/frame";

/** For how long Raycast shows a HUD. */
const SHOWN_MS = 2500;

/** The message that shows for a moment over everything. */
export interface Hud {
  readonly current: Frame["hud"];
  show(title: string): void;
  stop(): void;
}

/** Starts without a message. A page that comes later is not told of one that has gone. */
export function startHud(changed: () => void): Hud {
  let current: Frame["hud"];
  let shown = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    get current() {
      return current;
    },
    show(title) {
      clearTimeout(timer);
      current = { number: ++shown, title };
      timer = setTimeout(() => {
        current = undefined;
        changed();
      }, SHOWN_MS);
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}
