import type { LaunchProps } from "@raycast/api";
import type { World } from "./host";

/** What Raycast hands to a command that it starts, the draft of its form included. */
export function launchProps(world: World, givenArguments: Record<string, string>, fallbackText?: string): LaunchProps {
  const draftValues = world.drafts.get(world.commandName);
  return {
    launchType: world.launchType,
    arguments: givenArguments,
    ...(draftValues && { draftValues }),
    ...(world.launchContext && { launchContext: world.launchContext }),
    ...(fallbackText !== undefined && { fallbackText }),
  };
}
