import type { Tool } from "./tool";
import type { ToolDefinition } from "./tool-definition";

/** All tools, in the order in which they are offered. */
export class ToolRegistry {
  readonly #tools: ReadonlyMap<string, Tool>;

  /** Throws where two tools have one name, or names that only case and separators tell apart. */
  constructor(tools: readonly Tool[]) {
    const names = new Map<string, string>();
    for (const { name } of tools) {
      const other = names.get(fold(name));
      if (other !== undefined) throw new Error(`Two tools have the same name: ${other}, ${name}.`);
      names.set(fold(name), name);
    }
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
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
