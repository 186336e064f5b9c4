import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadBundle } from "./bundle";
import { launch } from "./launch";

const folder = mkdtempSync(join(tmpdir(), "orbit-bundle-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of the kind that `ray build` writes: CommonJS, with Raycast's modules left to a require. */
function bundleOf(body: string): string {
  const file = join(folder, "command.js");
  writeFileSync(
    file,
    `"use strict";
    var api = require("@raycast/api"), react = require("react"), jsx = require("react/jsx-runtime").jsx;
    var path = require("node:path");
    Object.defineProperty(exports, "__esModule", { value: true });
    ${body}`,
  );
  return file;
}

describe("a command loaded from its bundle", () => {
  it("M5.4 draws with the stand-in and the same React, hooks and context included", () => {
    const file = bundleOf(`
      exports.default = function Command() {
        const [count, setCount] = react.useState(0);
        const { push } = api.useNavigation();
        const detail = jsx(api.Detail, { markdown: "Count " + count });
        const actions = jsx(api.ActionPanel, { children: [
          jsx(api.Action, { title: "Add", onAction: () => setCount(count + 1) }, "add"),
          jsx(api.Action, { title: "Show", onAction: () => push(detail) }, "show"),
        ] });
        return jsx(api.List, { children: jsx(api.List.Item, { title: path.basename("/a/" + count), actions }) });
      };`);
    const session = launch(loadBundle(file));
    session.press("Add");
    expect(session.selected?.title).toBe("1");
    session.press("Show");
    expect(session.markdown).toBe("Count 1");
    session.close();
  });

  it("is evaluated anew at every load, as at every launch", () => {
    const file = bundleOf(`
      let drawn = 0;
      exports.default = () => jsx(api.Detail, { markdown: String(++drawn) });`);
    const drawn = [1, 2].map(() => {
      const session = launch(loadBundle(file));
      const { markdown } = session;
      session.close();
      return markdown;
    });
    expect(drawn).toEqual(["1", "1"]);
  });

  it("H3 may ask Raycast for something at the top of its file, outside of every function", () => {
    const file = bundleOf(`
      const { effort } = api.getPreferenceValues();
      const name = api.environment.commandName;
      exports.default = () => jsx(api.Detail, { markdown: name + " " + effort });`);
    const session = launch(loadBundle(file), { preferences: { effort: "high" } });
    expect(session.markdown).toBe("ask-orbit high");
    session.close();
  });

  it("M5.4 throws at the touch of an export that the stand-in does not have", () => {
    const file = bundleOf(`exports.default = () => jsx(api.OAuth, {});`);
    expect(() => launch(loadBundle(file))).toThrow('The Raycast stand-in has no export "OAuth".');
  });

  it("gets the stand-in for a require that runs after loading, too", () => {
    const file = bundleOf(`exports.default = () => jsx(require("@raycast/api").Detail, { markdown: "late" });`);
    const session = launch(loadBundle(file));
    expect(session.markdown).toBe("late");
    session.close();
  });

  it("may import a module of Node when it first needs it", async () => {
    const file = bundleOf(`exports.default = function Command() {
      const [text, setText] = react.useState("");
      react.useEffect(() => void import("node:path").then(({ posix }) => setText(posix.sep)), []);
      return jsx(api.Detail, { markdown: text });
    };`);
    const session = launch(loadBundle(file));
    await session.until(() => session.markdown === "/");
    session.close();
  });

  it("H3 may be a class component", () => {
    const file = bundleOf(`exports.default = class extends react.Component {
      state = { count: 1 };
      render() {
        const onAction = () => this.setState(({ count }) => ({ count: count + 1 }));
        const actions = jsx(api.ActionPanel, { children: jsx(api.Action, { title: "Add", onAction }) });
        return jsx(api.Detail, { markdown: this.props.launchType + " " + this.state.count, actions });
      }
    };`);
    const session = launch(loadBundle(file));
    session.press("Add");
    expect(session.markdown).toBe("userInitiated 2");
    session.close();
  });

  it("is refused without a command in it", () => {
    expect(() => launch(loadBundle(bundleOf(`exports.default = 1;`)))).toThrow(
      "command.js has no function or class component as its default export.",
    );
  });
});
