import { Action, ActionPanel, Icon, List } from "@raycast/api";
import { useState } from "react";

type Way = () => Promise<void> | void;

const WAYS: Record<string, Way> = {
  "Reject in an Action": () => Promise.reject(new Error("The action was refused")),
  "Throw Later": () => void setTimeout(() => throwAnError("Thrown by a timer"), 0),
  "Eat All Memory": eatMemory,
  "Loop Forever": loopForever,
  "Exit the Process": () => process.exit(3),
};

/** A row for each way in which a command can end badly. */
export default function Crash() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throwAnError("Thrown while drawing");
  const ways: Record<string, Way> = { "Throw While Drawing": () => setIsBroken(true), ...WAYS };
  return (
    <List navigationTitle="Crash">
      {Object.entries(ways).map(([title, crash]) => (
        <List.Item
          key={title}
          title={title}
          icon={Icon.Bolt}
          actions={
            <ActionPanel>
              <Action title="Crash" onAction={crash} />
            </ActionPanel>
          }
        />
      ))}
    </List>
  );
}

function throwAnError(message: string): never {
  throw new Error(message);
}

function eatMemory(): void {
  const eaten: number[][] = [];
  while (eaten.length < Number.MAX_SAFE_INTEGER) eaten.push(Array.from({ length: 1_000 }, Math.random));
}

function loopForever(): void {
  const start = Date.now();
  while (Date.now() >= start);
}
