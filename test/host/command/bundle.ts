import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { compileFunction, constants } from "node:vm";
import { Component, createElement, type ComponentClass, type FunctionComponent } from "react";
import * as z from "zod";
import * as api from "../api";
import { HostError } from "./host-error";

/** A require whose results are looked at before they are used. */
const requireFrom = (place: string): ((request: string) => unknown) => createRequire(place);

const ownRequire = requireFrom(import.meta.url);

const strictApi: object = new Proxy(api, {
  get(exports, name) {
    if (name in exports || typeof name === "symbol" || name === "__esModule")
      return Reflect.get(exports, name) as unknown;
    throw new HostError(`The Raycast stand-in has no export "${name}".`);
  },
});

/** What the bundle asks Raycast for: the stand-in, and the very React that draws it. */
const HANDED_OVER = new Map<string, () => unknown>([
  ["@raycast/api", () => strictApi],
  ["react", () => ownRequire("react")],
  ["react/jsx-runtime", () => ownRequire("react/jsx-runtime")],
]);

type Command = FunctionComponent<never> | ComponentClass;

const exported = z.object({ default: z.custom<Command>((value) => typeof value === "function") });

const isClass = (command: Command): command is ComponentClass => command.prototype instanceof Component;

/**
 * Loads a command of any mode from the file that `ray build` made of it, as Raycast does: anew each time, with
 * Raycast's modules handed over, also to a require that runs later. Everything else that the file asks for is Node's.
 * The file is evaluated when the command first draws: what stands at its top may ask Raycast for something, which only
 * a running command can.
 * @throws HostError when the command touches a name that the stand-in does not have, or exports nothing that runs
 */
export function loadBundle(path: string): FunctionComponent<never> {
  let command: Command | undefined;
  return (props) => {
    command ??= commandIn(path);
    return isClass(command) ? createElement(command, props) : command(props);
  };
}

function commandIn(path: string): Command {
  const { data } = exported.safeParse(load(path));
  if (!data) throw new HostError(`${basename(path)} has no function or class component as its default export.`);
  return data.default;
}

function load(path: string): unknown {
  const file = resolve(path);
  const nodeRequire = requireFrom(file);
  const require = (request: string): unknown => (HANDED_OVER.get(request) ?? (() => nodeRequire(request)))();
  const module = { exports: {} };
  // esbuild leaves import("node:…") as it is; without the loader it would be refused here.
  const evaluate = compileFunction(
    readFileSync(file, "utf8"),
    ["require", "module", "exports", "__filename", "__dirname"],
    { filename: file, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
  );
  Reflect.apply(evaluate, module.exports, [require, module, module.exports, file, dirname(file)]);
  return module.exports;
}
