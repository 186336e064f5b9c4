import { isJsonObject, type JsonObject } from "../text/json";
import type { PermissionKind } from "./permission";
import { RISKS, type Risk } from "./risk";
import type { Tool, ToolCategory } from "./tool";

/** A tool as data: what a program or a person can know of it without calling it. */
export type ToolInfo = {
  name: string;
  title: string;
  description: string;
  category: ToolCategory;
  version: number;
  risk: Risk;
  asksFirst: boolean;
  permissions: readonly PermissionKind[];
  /** The names of the parameters that every call needs, and of those that it may leave out. */
  required: string[];
  optional: string[];
  inputSchema: JsonObject;
};

/** The tools as data, in the same order. */
export function describeTools(tools: readonly Tool[]): ToolInfo[] {
  return tools.map(({ name, title, description, category, version, risk, requiredPermissions, inputSchema }) => {
    const { properties, required } = inputSchema;
    const names = isJsonObject(properties) ? Object.keys(properties) : [];
    const isRequired = (parameter: string) => Array.isArray(required) && required.includes(parameter);
    return {
      name,
      title,
      description,
      category,
      version,
      risk,
      asksFirst: RISKS[risk].asks,
      permissions: requiredPermissions,
      required: names.filter(isRequired),
      optional: names.filter((parameter) => !isRequired(parameter)),
      inputSchema,
    };
  });
}
