import type { ToolAvailability } from "../tool/availability";
import { permissionName } from "../tool/permission";

/** The tools that a chat's model cannot use, each with the reason in words for the model. */
export type UnusableTools = ReadonlyMap<string, string>;

/**
 * What a chat with these tools has to know of them, and of those that it was not offered: turned off ones, and ones that
 * came later. Tools and prompt are frozen, so that all of this stands in the prompt or in the context of a message.
 */
export function unusableTools(
  offered: readonly { name: string }[],
  availability: ReadonlyMap<string, ToolAvailability>,
): UnusableTools {
  const names = new Set(offered.map(({ name }) => name));
  const gone = [...names].filter((name) => !availability.has(name));
  return new Map([
    ...[...availability].flatMap(([name, state]): [string, string][] => {
      const reason = whyUnusable(state, names.has(name));
      return reason === undefined ? [] : [[name, reason]];
    }),
    ...gone.map((name): [string, string] => [name, "this version of Orbit does not have it"]),
  ]);
}

function whyUnusable(state: ToolAvailability, isOffered: boolean): string | undefined {
  if (state.type === "disabled") return "the person turned it off in Orbit";
  if (!isOffered) return "it was turned on after this chat began, so only a new chat can use it";
  switch (state.type) {
    case "available":
      return undefined;
    case "permission_missing":
      return `macOS has not granted Orbit the permission "${permissionName(state.permission)}"`;
  }
}

/**
 * What a message says about tools: what changed since the model was last told, or everything where nobody knows what that
 * was. Undefined where there is nothing to say.
 */
export function toolNews(told: UnusableTools | undefined, now: UnusableTools): string | undefined {
  if (told === undefined) {
    return now.size === 0 ? "All tools of this chat can be used." : list("Tools that cannot be used:", reasons(now));
  }
  const news = [
    ...reasons(new Map([...now].filter(([name, reason]) => told.get(name) !== reason))),
    ...[...told.keys()].filter((name) => !now.has(name)).map((name) => `${name}: can be used again`),
  ];
  return news.length === 0 ? undefined : list("Changed for the tools:", news);
}

function reasons(unusable: UnusableTools): string[] {
  return [...unusable].map(([name, reason]) => `${name}: cannot be used, ${reason}`);
}

function list(heading: string, items: readonly string[]): string {
  return [heading, ...items.map((item) => `- ${item}`)].join("\n");
}
