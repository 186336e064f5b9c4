import * as z from "zod";
import { askUserTool } from "../../../../src/agent/tool/ask-user";
import { defineTool } from "../../../../src/agent/tool/define-tool";
import type { Tool, ToolResult } from "../../../../src/agent/tool/tool";
import { ToolError } from "../../../../src/agent/tool/tool-error";
import { toolWorld, type ToolWorld } from "../tool-world";

/** How a call of a tool goes. `hangs` never ends, whatever its signal says; `refuses` fails before it runs. */
export const WAYS = ["works", "fails", "breaks", "gives_up", "hangs", "refuses"] as const;
/** See `WAYS`. */
export type Way = (typeof WAYS)[number];

/** What every call of these tools says of itself: `key` tells it from all others. */
const parameters = z.object({ key: z.string(), way: z.enum(WAYS) });

/** The text of a call that worked, which no other call's text holds. */
export const doneWords = (key: string) => `Done: ${key}.`;

/** So that a few looks fill a small window. */
const LONG = " long".repeat(600);

/** A world with one tool of each risk, a question to the person, and a count of all that really ran. */
export function anyWorld(): ToolWorld {
  const world = toolWorld();
  world.tools = [looking(world), opening(world), writing(world), deleting(world), askUserTool];
  return world;
}

async function carryOut(world: ToolWorld, tool: string, input: z.infer<typeof parameters>): Promise<ToolResult> {
  world.runs.push({ tool, input });
  switch (input.way) {
    case "works":
    case "refuses":
      return Promise.resolve({ text: doneWords(input.key) });
    case "fails":
      throw new ToolError("failed", "It is locked.");
    case "breaks":
      throw new Error("broken");
    case "gives_up":
      throw new ToolError("timed_out", "The app did not answer.");
    case "hangs":
      return new Promise<never>(() => undefined);
  }
}

function looking(world: ToolWorld): Tool {
  return defineTool({
    name: "look",
    title: "Look",
    description: "Looks at a file.",
    parameters,
    category: "files",
    risk: "read",
    label: ({ key }) => `Looking at ${key}…`,
    run: async (input) => {
      const { text } = await carryOut(world, "look", input);
      return { text: text + LONG, disclosures: [{ kind: "fileNames", count: 1 }] };
    },
  });
}

function opening(world: ToolWorld): Tool {
  return defineTool({
    name: "open",
    title: "Open",
    description: "Opens a file.",
    parameters,
    category: "files",
    risk: "draft",
    maxCallsPerRequest: 2,
    label: ({ key }) => `Opening ${key}…`,
    run: (input) => carryOut(world, "open", input),
  });
}

function writing(world: ToolWorld): Tool {
  return defineTool({
    name: "write",
    title: "Write",
    description: "Writes a file.",
    parameters: z.object({ ...parameters.shape, text: z.string().min(1), typed: z.string().exactOptional() }),
    category: "files",
    risk: "write",
    label: ({ key }) => `Writing ${key}…`,
    // The model may say that the person typed it; only what they did type counts.
    review: ({ typed }, { text }) => ({ risk: typed !== undefined && text.includes(typed) ? "draft" : "write" }),
    prepare: async (input) => {
      if (input.way === "refuses") throw new ToolError("not_found", "There is no such folder.");
      const before = world.notes.get(input.key) ?? null;
      const form = {
        title: `Write ${input.key}`,
        message: "",
        fields: [
          { id: "key", label: "File", value: input.key, kind: "text" as const, editable: false },
          { id: "text", label: "Text", value: input.text, kind: "multiline" as const, editable: true },
        ],
        confirmLabel: "Write",
      };
      return Promise.resolve({ input, target: { before }, form });
    },
    run: ({ input }) => carryOut(world, "write", input),
  });
}

function deleting(world: ToolWorld): Tool {
  return defineTool({
    name: "delete",
    title: "Delete",
    description: "Deletes a file.",
    parameters,
    category: "files",
    risk: "destructive",
    label: ({ key }) => `Deleting ${key}…`,
    prepare: (input) => {
      const form = { title: `Delete ${input.key}`, message: "", fields: [], confirmLabel: "Delete" };
      return Promise.resolve({ input, target: { before: world.notes.get(input.key) ?? null }, form });
    },
    run: ({ input }) => carryOut(world, "delete", input),
  });
}
