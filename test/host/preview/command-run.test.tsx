import { Detail, Form, LaunchType, type LaunchProps } from "@raycast/api";
import { describe, expect, it } from "vitest";
import { quietWorld } from "../command/quiet-world";
import { testLook } from "../frame/test-command";
import { startCommand } from "./command-run";
import { QUIET_MAC } from "./launcher/mac-settings";
import type { WorkerLaunch } from "./worker-protocol";

const launched: WorkerLaunch = {
  bundle: "/dist/form.js",
  mode: "view",
  request: { command: "form", arguments: {}, launchType: LaunchType.UserInitiated, fallbackText: "typed" },
  title: "Form",
  arguments: { subject: "s" },
  memory: { localStorage: {}, storedValues: {}, drafts: {} },
  extensionName: "sample",
  ownerOrAuthorName: "ann",
  supportFolder: "/support",
  assetsFolder: "/assets",
  addressSecret: "secret",
  preferences: {},
  mac: QUIET_MAC,
  appearance: "dark",
};

describe("H3 a command starts", () => {
  it("with all that it was launched with, the draft of its form included", () => {
    const world = quietWorld({ commandName: "form", drafts: new Map([["form", { title: "Half a thought" }]]) });
    const seen: LaunchProps[] = [];
    const Command = (props: LaunchProps) => {
      seen.push(props);
      return <Detail markdown="" />;
    };
    startCommand(Command, launched, world).command.close();
    expect(seen[0]).toEqual({
      launchType: "userInitiated",
      arguments: { subject: "s" },
      fallbackText: "typed",
      draftValues: { title: "Half a thought" },
    });
  });

  it("and keeps the draft of a form that is left", () => {
    const world = quietWorld({ commandName: "form" });
    const Command = () => (
      <Form enableDrafts>
        <Form.TextField id="title" />
      </Form>
    );
    const run = startCommand(Command, launched, world);
    const picture = run.picture(testLook);
    const screen = picture.type === "stage" ? picture.stage.screen?.key : undefined;
    run.do({ type: "field", screen: screen ?? "", id: "title", value: "Half" });
    run.command.close();
    expect(world.drafts.get("form")).toEqual({ title: "Half" });
  });
});
