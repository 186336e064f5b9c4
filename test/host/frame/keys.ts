import type { RunningCommand } from "../command/running-command";
import { isOfType } from "../command/elements";
import { searchText, typeSearch } from "../command/list-state";
import { panelOf, placeKeys, viewOf, type ViewNode } from "../command/screen";
import { TOAST_SHORTCUTS } from "./describe-messages";
import { press, pressToast, toastAction } from "./press";
import { isPressed, keysOf, type KeyStroke } from "./shortcut";

/** A key is pressed: what it does depends on all that is on the screen at that moment. */
export function pressKey(command: RunningCommand, stroke: KeyStroke): void {
  const { host } = command;
  const keys = keysOf(stroke);
  if (host.alert) {
    if (keys === "↵") host.alert.answer(true);
    else if (keys === "⎋") host.alert.answer(false);
    return;
  }
  if (pressForToast(command, stroke)) return;
  const screen = command.screens.at(-1);
  const view = screen && viewOf(screen);
  if (view && pressForAction(command, view, stroke)) return;
  if (keys === "⌘⎋") host.leave();
  else if (keys === "⎋") goBack(command, view);
}

function pressForToast(command: RunningCommand, stroke: KeyStroke): boolean {
  const toast = command.host.currentToast;
  const which = (["primary", "secondary"] as const).find((candidate) => {
    const action = toast && toastAction(toast, candidate);
    return action && isPressed(action.shortcut ?? TOAST_SHORTCUTS[candidate], stroke);
  });
  if (which) pressToast(command, which);
  return which !== undefined;
}

/** The action that has the key by its place, else by its shortcut, also within a submenu. */
function pressForAction(command: RunningCommand, view: ViewNode, stroke: KeyStroke): boolean {
  const entries = panelOf(view);
  const places = placeKeys(view);
  const entry =
    entries.find(({ node }) => places.get(node)?.join("") === keysOf(stroke)) ??
    entries.find(({ node }) => isPressed(node.props.shortcut, stroke));
  if (entry) press(command, entry.node);
  return entry !== undefined;
}

function goBack(command: RunningCommand, view: ViewNode | undefined): void {
  if (view && isOfType(view, "List") && searchText(view) !== "") typeSearch(view, "");
  else command.pop();
}
