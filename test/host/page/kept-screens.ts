import type { Screen, Stage } from "../frame/frame";

/** A screen that is mounted, as it was drawn last. */
export interface KeptScreen {
  /** Tells it from a screen of another command that has the same key. */
  readonly id: string;
  readonly screen: Screen;
}

/**
 * The screens to hold in the page, the one on top last: those below stay as they were, with their scroll and their
 * inputs. One that the page never saw, having been opened later, is left out.
 */
export function keepScreens(kept: readonly KeptScreen[], stage: Stage): readonly KeptScreen[] {
  const idOf = (key: string) => `${stage.title} ${key}`;
  const screens = stage.screenKeys.flatMap((key) => {
    const before = kept.find(({ id }) => id === idOf(key));
    const screen = stage.screen?.key === key ? stage.screen : before?.screen;
    if (screen === undefined) return [];
    return [screen === before?.screen ? before : { id: idOf(key), screen }];
  });
  return screens.length === kept.length && screens.every((screen, index) => screen === kept[index]) ? kept : screens;
}
