import type { Tool } from "./tool";
import type { ToolDefinition } from "./tool-definition";

/** All tools, in the order in which they are offered. */
export class ToolRegistry {
  readonly #tools: ReadonlyMap<string, Tool>;

  /** Throws where two tools have one name, or names that only case and separators tell apart. */
  constructor(tools: readonly Tool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    if (new Set(tools.map((tool) => fold(tool.name))).size !== tools.length) {
      throw new Error("Two tools have the same name.");
    }
  }

  get tools(): Tool[] {
    return [...this.#tools.values()];
  }

  get definitions(): ToolDefinition[] {
    return this.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  }

  /**
   * The tool that a model means by a name: exactly that one, or the only one that differs just in case, `_`, `-` or `/`.
   * Nothing is guessed beyond that, so that no call is turned into another tool's (little-coder#92).
   */
  find(name: string): Tool | undefined {
    return this.#tools.get(name) ?? this.tools.find((tool) => fold(tool.name) === fold(name));
  }
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\-/]/g, "");
}
