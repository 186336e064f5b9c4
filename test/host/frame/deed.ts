import * as z from "zod";

/** Modifier keys by Raycast's names. */
const modifier = z.enum(["cmd", "ctrl", "opt", "shift"]);

const screen = z.string();

/**
 * What a person does on the page. Deeds are numbered by the page, and done in that order. A deed for a screen that is
 * not on top any more, or for a row that has gone, does nothing.
 */
export const deedSchema = z.discriminatedUnion("type", [
  /**
   * The whole text of the search bar after a key. `was` is the text before it: where the command changed the text
   * meanwhile, such as emptied it after Return, the change from `was` to `text` is done to what stands there now.
   * With `was`, a change in a screen that has gone (or that the page had not drawn yet) goes to the one on top.
   */
  z.object({ type: z.literal("search"), screen, text: z.string(), was: z.string().optional() }),
  z.object({ type: z.literal("select"), screen, id: z.string() }),
  z.object({ type: z.literal("dropdown"), screen, value: z.string() }),
  z.object({ type: z.literal("dropdownSearch"), screen, text: z.string() }),
  z.object({ type: z.literal("loadMore"), screen }),
  /**
   * A key that is not typing: arrows, Return, shortcuts. What it means is decided when its turn comes, by what is on
   * the screen then. `key` is Raycast's name: "return", "arrowDown", "escape", "n", …
   */
  z.object({ type: z.literal("key"), key: z.string(), modifiers: z.array(modifier) }),
  /** An entry of the action panel is chosen; of a submenu: it is opened. */
  z.object({ type: z.literal("action"), screen, id: z.string() }),
  z.object({ type: z.literal("submenuSearch"), screen, id: z.string(), text: z.string() }),
  /** A field's new value; a date in ISO form, or null. */
  z.object({
    type: z.literal("field"),
    screen,
    id: z.string(),
    value: z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]),
  }),
  z.object({ type: z.literal("focus"), screen, id: z.string() }),
  z.object({ type: z.literal("tag"), screen, id: z.string() }),
  z.object({ type: z.literal("toast"), action: z.enum(["primary", "secondary", "hide"]) }),
  z.object({ type: z.literal("alert"), yes: z.boolean() }),
  /** A link in Markdown, metadata or a form. */
  z.object({ type: z.literal("open"), target: z.string() }),
  z.object({ type: z.literal("menuBarOpen"), command: z.string() }),
  z.object({ type: z.literal("menuBar"), command: z.string(), id: z.string(), isAlternate: z.boolean() }),
  z.object({ type: z.literal("restart") }),
  z.object({ type: z.literal("openWindow") }),
  z.object({ type: z.literal("closeWindow") }),
  z.object({ type: z.literal("appearance"), value: z.enum(["light", "dark"]) }),
]);

/** One thing that a person did. */
export type Deed = z.infer<typeof deedSchema>;

/** What the page posts: its id, and its deeds with their numbers, in order. */
export const deedsSchema = z.object({
  page: z.string(),
  deeds: z.array(z.object({ number: z.int().positive(), deed: deedSchema })),
});
