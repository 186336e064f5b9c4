import { permissionName } from "../agent/tool/permission";
import { describeTools, type ToolInfo } from "../agent/tool/tool-info";
import type { Tool } from "../agent/tool/tool";
import { jsonText } from "./json-text";

/** The tools for a person, or all that is known of them as JSON. */
export function toolList(tools: readonly Tool[], json: boolean): string {
  const list = describeTools(tools);
  return json ? jsonText(list) : textList(list);
}

function textList(tools: readonly ToolInfo[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools.map((tool) => textEntry(tool, width)).join("");
}

/** The name and what the tool may do, and below it what it needs and what a call takes. */
function textEntry(tool: ToolInfo, width: number): string {
  const { name, title, risk, asksFirst, category, version, permissions } = tool;
  const needs = permissions.length === 0 ? "" : `, needs ${permissions.map(permissionName).join(", ")}`;
  const lines = [
    `${name.padEnd(width)}  ${title} (${risk}${asksFirst ? ", asks first" : ""})`,
    `  ${category}, version ${version}${needs}`,
    `  ${parameterWords(tool)}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function parameterWords({ required, optional }: Pick<ToolInfo, "required" | "optional">): string {
  const names = [...required, ...optional.map((name) => `[${name}]`)];
  return names.length === 0 ? "no parameters" : names.join(" ");
}
