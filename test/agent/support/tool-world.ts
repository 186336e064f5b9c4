import * as z from "zod";
import type { ApprovalForm } from "../../../src/agent/tool/approval";
import { defineTool } from "../../../src/agent/tool/define-tool";
import type { JsonObject } from "../../../src/agent/text/json";
import type { Tool } from "../../../src/agent/tool/tool";
import { ToolError } from "../../../src/agent/tool/tool-error";

/** One real execution of a tool. */
export type ToolRun = { tool: string; input: JsonObject };

/** A small world that the sample tools look at and change. */
export type ToolWorld = {
  tools: Tool[];
  /** Every execution that began, in order. */
  runs: ToolRun[];
  /** What the writing tools change: text by note name. */
  notes: Map<string, string>;
  /** Why no note can be written now. */
  refuses?: string;
  /** How many tools run at this moment, and the most that ever did. */
  running: { now: number; most: number };
  /** Makes runs with this tool (and first argument, where given) wait until the returned function is called. */
  hold(tool: string, argument?: string): () => void;
};

const never = () => new Promise<never>(() => undefined);

/** Makes the world and its tools: one of each risk, and one for each way of going wrong. */
export function toolWorld(): ToolWorld {
  const held = new Map<string, Promise<undefined>>();
  const world: ToolWorld = {
    tools: [],
    runs: [],
    notes: new Map(),
    running: { now: 0, most: 0 },
    hold(tool, argument) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held.set(argument === undefined ? tool : `${tool} ${JSON.stringify(argument)}`, promise);
      return () => resolve(undefined);
    },
  };
  async function running<Value>(tool: string, input: JsonObject, work: () => Value | Promise<Value>): Promise<Value> {
    world.runs.push({ tool, input });
    world.running.now += 1;
    world.running.most = Math.max(world.running.most, world.running.now);
    try {
      await (held.get(tool) ?? held.get(`${tool} ${JSON.stringify(Object.values(input)[0])}`));
      return await work();
    } finally {
      world.running.now -= 1;
    }
  }
  world.tools = [...lookingTools(running), ...changingTools(world, running), ...failingTools(running)];
  return world;
}

type Running = <Value>(tool: string, input: JsonObject, work: () => Value | Promise<Value>) => Promise<Value>;

function lookingTools(running: Running): Tool[] {
  return [
    defineTool({
      name: "find_notes",
      title: "Find Notes",
      description: "Finds notes by words.",
      parameters: z.object({ query: z.string().min(1), limit: z.int().min(1).max(50).optional() }),
      category: "files",
      risk: "read",
      label: ({ query }) => `Looking for ${query}…`,
      run: (input) =>
        running("find_notes", { ...input, limit: input.limit ?? 20 }, () => ({
          text: `Notes about ${input.query}.`,
          summary: "Found notes",
        })),
    }),
    defineTool({
      name: "show_note",
      title: "Show Note",
      description: "Opens a note.",
      parameters: z.object({ name: z.string() }),
      category: "files",
      risk: "draft",
      maxCallsPerRequest: 3,
      label: ({ name }) => `Opening ${name}…`,
      run: (input) => running("show_note", input, () => ({ text: `Opened ${input.name}.`, summary: "Opened" })),
    }),
  ];
}

function changingTools(world: ToolWorld, running: Running): Tool[] {
  const form = (name: string, text: string): ApprovalForm => ({
    title: `Write “${name}”`,
    message: "Orbit writes this note.",
    fields: [
      { id: "name", label: "Name", value: name, kind: "text", editable: true },
      { id: "text", label: "Text", value: text, kind: "multiline", editable: true },
      { id: "place", label: "Place", value: "My Notes", kind: "text", editable: false },
    ],
    confirmLabel: "Write",
    ...(world.notes.has(name) && { warning: "There is such a note already. It is replaced." }),
  });
  return [
    defineTool({
      name: "write_note",
      title: "Write Note",
      description: "Writes a note.",
      parameters: z.object({ name: z.string().min(1).max(20), text: z.string() }),
      category: "files",
      risk: "write",
      label: ({ name }) => `Writing ${name}…`,
      prepare: ({ name, text }) => {
        const trimmed = name.trim();
        if (world.refuses !== undefined) throw new ToolError("failed", world.refuses);
        if (trimmed === "wrong") throw new ToolError("invalid_argument", "No note may be called that.");
        if (trimmed === "locked") throw new ToolError("permission_denied", "This note is locked. Choose another name.");
        const target = { before: world.notes.get(trimmed) ?? null };
        return Promise.resolve({ input: { name: trimmed, text }, target, form: form(trimmed, text) });
      },
      run: ({ input }) =>
        running("write_note", input, () => {
          if (input.text === "fails") throw new ToolError("failed", "The note is locked.");
          if (input.text === "breaks") throw new Error("secret detail");
          world.notes.set(input.name, input.text);
          return { text: `Wrote ${input.name}.`, summary: "Wrote the note" };
        }),
    }),
    defineTool({
      name: "delete_note",
      title: "Delete Note",
      description: "Deletes a note.",
      parameters: z.object({ name: z.string() }),
      category: "files",
      risk: "destructive",
      label: ({ name }) => `Deleting ${name}…`,
      prepare: (input) =>
        Promise.resolve({
          input,
          target: { before: world.notes.get(input.name) ?? null },
          form: {
            title: "Delete note",
            message: "Orbit deletes this note.",
            fields: [{ id: "name", label: "Name", value: input.name, kind: "text", editable: false }],
            warning: "It cannot be brought back.",
            confirmLabel: "Delete",
          },
        }),
      run: ({ input }) =>
        running("delete_note", input, () => {
          world.notes.delete(input.name);
          return { text: `Deleted ${input.name}.`, summary: "Deleted the note" };
        }),
    }),
  ];
}

/** `fail_…` throws a ToolError, `break_…` anything else, `stuck_…` never ends and ignores its signal. */
function failingTools(running: Running): Tool[] {
  const ways = {
    fail: () => Promise.reject(new ToolError("not_found", "There is no such note. Find one first.")),
    give_up: () => Promise.reject(new ToolError("timed_out", "The app did not answer.")),
    break: () => Promise.reject(new Error("secret detail")),
    stuck: never,
  };
  const risks = { read: "read", draft: "draft" } as const;
  return Object.entries(ways).flatMap(([way, work]) =>
    Object.values(risks).map((risk) => {
      const name = `${way}_${risk}`;
      return defineTool({
        name,
        title: name,
        description: "Goes wrong.",
        parameters: z.object({}),
        category: "files",
        risk,
        label: () => "Trying…",
        run: () => running(name, {}, work),
      });
    }),
  );
}
