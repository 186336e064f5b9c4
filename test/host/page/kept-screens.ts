import type { Screen, Stage } from "../frame/frame";

/**
 * The screens to hold in the page, the one on top last: those below stay as they were drawn last, with their scroll and
 * their inputs. One that the page never saw, having been opened later, is left out.
 */
export function keepScreens(kept: readonly Screen[], { screenKeys, screen: top }: Stage): readonly Screen[] {
  const screens = screenKeys.flatMap(
    (key) => (top?.key === key ? top : kept.find((screen) => screen.key === key)) ?? [],
  );
  return screens.length === kept.length && screens.every((screen, index) => screen === kept[index]) ? kept : screens;
}
