import { RISKS } from "../agent/tool/risk";
import type { Tool } from "../agent/tool/tool";

/** The tools for a person, or as JSON with what a model gets of each. */
export function toolList(tools: readonly Tool[], json: boolean): string {
  if (json) {
    const list = tools.map(({ name, title, risk, category, description, inputSchema }) => ({
      name,
      title,
      risk,
      category,
      description,
      inputSchema,
    }));
    return `${JSON.stringify(list, null, 2)}\n`;
  }
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools
    .map(
      ({ name, title, risk }) => `${name.padEnd(width)}  ${title} (${risk}${RISKS[risk].asks ? ", asks first" : ""})\n`,
    )
    .join("");
}
