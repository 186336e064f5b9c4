import { LaunchType, launchCommand } from "@raycast/api";

/** Starts the command that shows what it was started with. */
export default async function handOver(): Promise<void> {
  await launchCommand({
    name: "services",
    type: LaunchType.UserInitiated,
    arguments: { subject: "planet", secret: "", size: "large" },
    context: { from: "hand-over" },
    fallbackText: "typed before",
  });
}
