import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import CheckSetup from "../../../src/check-setup";
import { loadBundle } from "../../host/command/bundle";
import { deadServer, startMac } from "../ask-orbit/test-mac";

const MODELS = {
  models: [
    { id: "seeing-model", tools: true, vision: true },
    { id: "mute-model", tools: false },
  ],
  ollama: true,
};

const BUNDLE = "dist/check-setup.js";
const VARIANTS = [
  { name: "from source", isThere: true, load: () => CheckSetup },
  {
    name: existsSync(BUNDLE) ? "from the bundle" : "from the bundle: skipped, npm run build makes it",
    isThere: existsSync(BUNDLE),
    load: () => loadBundle(BUNDLE),
  },
];

describe.each(VARIANTS)("P6 Check Setup on a server $name", ({ isThere, load }) => {
  it.skipIf(!isThere)(
    "P6 finds its models without a token spent, and what is chosen there answers in Ask Orbit",
    async () => {
      const mac = await startMac(undefined, MODELS);
      const preferences = { openaiBaseUrl: `${mac.server.url}/v1` };
      const setup = mac.openOrbit({ preferences, commandName: "check-setup" }, load());
      await setup.until(() => setup.items.some(({ accessories }) => accessories.includes("In Use")));
      expect(setup.items.map(({ section, title }) => `${section}: ${title}`)).toEqual([
        "Anthropic API: Not Set Up",
        "Claude Subscription: Not Supported Yet",
        "OpenAI-Compatible Server: Ready",
        "OpenAI-Compatible Server: seeing-model",
        "OpenAI-Compatible Server: mute-model",
      ]);
      const marks = (title: string) => setup.item(title).props.accessories?.map(({ tooltip }) => tooltip);
      expect(marks("seeing-model")).toEqual(["New chats start with it", "Can use tools", "Sees images"]);
      expect(marks("mute-model")).toEqual(["Not able to use tools"]);
      expect(mac.server.requests).toEqual([]);

      setup.select("mute-model");
      setup.press("Use This Model");
      await setup.until(() => setup.toast);
      setup.close();
      const window = mac.openOrbit({ preferences });
      await window.until(() => window.items.length > 0);
      expect(window.dropdown).toBe("openai:mute-model");
    },
  );

  it.skipIf(!isThere)("P6 checks where the database cannot be opened, and says why nothing can be chosen", async () => {
    const mac = await startMac(undefined, MODELS);
    await rm(mac.supportPath, { recursive: true });
    await writeFile(mac.supportPath, "in the way");
    const preferences = { openaiBaseUrl: `${mac.server.url}/v1` };
    const setup = mac.openOrbit({ preferences, commandName: "check-setup" }, load());
    await setup.until(() => setup.items.some(({ title }) => title === "mute-model"));
    setup.select("mute-model");
    setup.press("Use This Model");
    await setup.until(() => setup.toast);
    expect(setup.toast).toMatchObject({ style: "FAILURE", title: "The model could not be chosen" });
    expect(setup.toast?.message).toContain("may not write to its own folder");
    expect(setup.item("mute-model").accessories).not.toContain("In Use");
    setup.close();
  });

  it.skipIf(!isThere)("P6 says of a server that is not there what the chat would say", async () => {
    const mac = await startMac();
    const preferences = { openaiBaseUrl: await deadServer() };
    const setup = mac.openOrbit({ preferences, commandName: "check-setup" }, load());
    const row = () => setup.items.find(({ section }) => section === "OpenAI-Compatible Server");
    await setup.until(() => row()?.title === "Not Ready");
    setup.move("last");
    expect(setup.markdown).toContain("Nothing answers on this Mac at");
    expect(setup.actions.slice(0, 3).map(({ title }) => title)).toEqual([
      "Try Again",
      "Open Preferences",
      "Download Ollama",
    ]);
  });
});
