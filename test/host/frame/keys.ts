import type { RunningCommand } from "../command/running-command";
import { isCollection, type CollectionNode } from "../command/collection";
import { searchText, typeSearch } from "../command/collection-state";
import { moveSelection, type Move } from "../command/moves";
import { entryForKey, viewOf, type ViewNode } from "../command/screen";
import { isPressed, keysText, shortcutSigns, type KeyStroke } from "../command/key-signs";
import { TOAST_SHORTCUTS } from "./describe-messages";
import { pressToast, toastAction } from "./press";

/** A key is pressed: what it does depends on all that is on the screen at that moment. */
export function pressKey(command: RunningCommand, stroke: KeyStroke): void {
  const { host } = command;
  const keys = keysText(stroke);
  if (host.alert) {
    if (keys === "↵") host.alert.answer(true);
    else if (keys === "⎋") host.alert.answer(false);
    return;
  }
  if (pressForToast(command, stroke)) return;
  const screen = command.screens.at(-1);
  const view = screen && viewOf(screen);
  if (view && pressForAction(command, view, stroke)) return;
  if (view && isCollection(view) && moveByKey(view, keys)) return;
  if (keys === "⌘⎋") host.leave();
  else if (keys === "⎋") goBack(command, view);
}

function pressForToast(command: RunningCommand, stroke: KeyStroke): boolean {
  const toast = command.host.currentToast;
  const which = (["primary", "secondary"] as const).find((candidate) => {
    const action = toast && toastAction(toast, candidate);
    return action && isPressed(shortcutSigns(action.shortcut ?? TOAST_SHORTCUTS[candidate]), stroke);
  });
  if (which) pressToast(command, which);
  return which !== undefined;
}

function pressForAction(command: RunningCommand, view: ViewNode, stroke: KeyStroke): boolean {
  const entry = entryForKey(view, stroke);
  if (entry) command.press(entry.node);
  return entry !== undefined;
}

function goBack(command: RunningCommand, view: ViewNode | undefined): void {
  if (view && isCollection(view) && searchText(view) !== "") typeSearch(view, "");
  else command.pop();
}

/** The keys that move the selection, also those that move the caret on a Mac, and those of vi. */
const MOVES: ReadonlyMap<string, Move> = new Map([
  ["↑", "up"],
  ["⌃P", "up"],
  ["⌃K", "up"],
  ["↓", "down"],
  ["⌃N", "down"],
  ["⌃J", "down"],
  ["←", "left"],
  ["→", "right"],
  ["⌘↑", "first"],
  ["↖", "first"],
  ["⌘↓", "last"],
  ["↘", "last"],
  ["⇞", "pageUp"],
  ["⇟", "pageDown"],
  ["⌥↑", "previousSection"],
  ["⌥↓", "nextSection"],
]);

function moveByKey(view: CollectionNode, keys: string): boolean {
  const move = MOVES.get(keys);
  if (move) moveSelection(view, move);
  return move !== undefined;
}
