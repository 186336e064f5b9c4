import { describe, expect, it } from "vitest";
import { failureNotice } from "../../../src/agent/notices";
import { ProviderError, type ProviderErrorDetail } from "../../../src/agent/ports/provider-error";
import { StoreError } from "../../../src/agent/ports/store";
import type { ProviderCheck } from "../../../src/models/open-models";
import type { Session } from "../../host/command/session";
import { openSetup } from "./fake-models";

const CLAUDE: ProviderCheck = {
  provider: "anthropic",
  recipient: "Claude",
  state: { type: "ready", model: "claude-sonnet-5-5" },
  models: [{ id: "claude-sonnet-5-5", canUseTools: true, canSee: true }, { id: "claude-haiku-4-5" }],
};

const SUBSCRIPTION: ProviderCheck = {
  provider: "claude-code",
  recipient: "Claude",
  state: { type: "failed", detail: { type: "not_supported_yet", provider: "claude-code" } },
  models: [],
};

const SERVER: ProviderCheck = {
  provider: "openai",
  recipient: "the model on this Mac",
  state: { type: "ready", model: "qwen3:8b" },
  models: [
    { id: "qwen3:8b", canUseTools: true, canSee: false },
    { id: "gemma3:4b", canUseTools: false, canSee: true },
  ],
};

const failing = (provider: ProviderCheck["provider"], detail: ProviderErrorDetail): ProviderCheck => ({
  provider,
  recipient: "nobody",
  state: { type: "failed", detail },
  models: [],
});

const rows = (window: Session) => window.items.map(({ section, title }) => `${section}: ${title}`);
const rowOf = (window: Session, section: string) => window.items.find((item) => item.section === section)?.title;
const actions = (window: Session) => window.actions.map(({ title }) => title);

describe("P6 Check Setup says how each provider stands", () => {
  it("P6 shows each as soon as it is known, in the order in which Automatic tries them", async () => {
    const { window, tell, finish } = await openSetup();
    expect(rows(window)).toEqual([
      "Anthropic API: Checking…",
      "Claude Subscription: Checking…",
      "OpenAI-Compatible Server: Checking…",
    ]);
    expect(window.isLoading).toBe(true);
    tell(SERVER);
    await window.until(() => rowOf(window, "OpenAI-Compatible Server") === "Ready");
    expect(rowOf(window, "Anthropic API")).toBe("Checking…");
    tell(SUBSCRIPTION, CLAUDE);
    await window.until(() => rowOf(window, "Anthropic API") === "Ready");
    expect(rows(window)).toEqual([
      "Anthropic API: Ready",
      "Anthropic API: claude-sonnet-5-5",
      "Anthropic API: claude-haiku-4-5",
      "Claude Subscription: Not Supported Yet",
      "OpenAI-Compatible Server: Ready",
      "OpenAI-Compatible Server: qwen3:8b",
      "OpenAI-Compatible Server: gemma3:4b",
    ]);
    finish();
    await window.until(() => !window.isLoading);
  });

  it("P6 names model and recipient of one that is ready, and what comes next is to ask", async () => {
    const { window, tell } = await openSetup();
    tell(CLAUDE);
    await window.until(() => window.selected?.title === "Ready");
    expect(window.markdown).toContain("New chats are answered by claude-sonnet-5-5. What you ask goes to Claude.");
    expect(window.metadata).toEqual([
      { title: "Model", text: "claude-sonnet-5-5" },
      { title: "Answered By", text: "Claude" },
      { title: "Models Listed", text: "2" },
    ]);
    expect(actions(window)).toEqual(["Ask Orbit", "Use Another Model…", "Check Again", "Open Preferences"]);
    window.press();
    await window.until(() => window.events.some(({ kind }) => kind === "launched"));
    expect(window.events).toContainEqual({ kind: "launched", name: "ask-orbit", context: undefined });
  });

  it("P6 says how to set up what is not, and leads there", async () => {
    const { window, tell } = await openSetup();
    tell({ ...CLAUDE, state: { type: "not_set_up" }, models: [] });
    await window.until(() => window.selected?.title === "Not Set Up");
    expect(window.markdown).toContain("enter it in the preferences as Anthropic API Key");
    expect(actions(window).slice(0, 2)).toEqual(["Open Preferences", "Get an API Key"]);
    expect(actions(window).filter((title) => title === "Open Preferences")).toHaveLength(1);
    window.press("Get an API Key");
    window.press();
    await window.until(() => window.events.length >= 2);
    expect(window.events).toContainEqual({
      kind: "opened",
      target: "https://console.anthropic.com/settings/keys",
      application: undefined,
    });
    expect(window.events).toContainEqual({ kind: "preferences opened", of: "extension" });
  });

  const NEXT: [string, ProviderCheck["provider"], ProviderErrorDetail, string[]][] = [
    [
      "a key that is refused",
      "anthropic",
      { type: "invalid_api_key", destination: { type: "anthropic_api" } },
      ["Open Preferences", "Try Again", "Get an API Key"],
    ],
    [
      "a key that another server refuses",
      "openai",
      { type: "invalid_api_key", destination: { type: "server", address: "models.example.com" } },
      ["Open Preferences", "Try Again"],
    ],
    [
      "no server on this Mac",
      "openai",
      { type: "network", failure: "cannot_connect", destination: { type: "this_mac", address: "localhost:11434" } },
      ["Try Again", "Open Preferences", "Download Ollama"],
    ],
    [
      "no server elsewhere",
      "openai",
      { type: "network", failure: "cannot_connect", destination: { type: "server", address: "models.example.com" } },
      ["Try Again", "Open Preferences"],
    ],
  ];

  it("P6 says of what Orbit cannot use yet only that, and does not offer to try again", async () => {
    const { window, tell } = await openSetup();
    tell(SUBSCRIPTION);
    await window.until(() => rowOf(window, "Claude Subscription") === "Not Supported Yet");
    window.select("Not Supported Yet");
    expect(window.markdown).toContain("Orbit cannot use the Claude subscription yet.");
    expect(actions(window)).toEqual(["Open Preferences", "Use Another Model…", "Check Again"]);
  });

  it.each(NEXT)(
    "P6 %s: the words of the chat's notice, and the fitting action first",
    async (_, provider, detail, steps) => {
      const { window, tell } = await openSetup();
      tell(failing(provider, detail));
      await window.until(() => window.items.some(({ title }) => title === "Not Ready"));
      window.select("Not Ready");
      expect(window.markdown).toContain(failureNotice(new ProviderError(detail)).text);
      expect(actions(window).slice(0, steps.length)).toEqual(steps);
      expect(actions(window)[steps.length]).toBe("Use Another Model…");
      expect(actions(window)).toHaveLength(new Set(actions(window)).size);
    },
  );

  it("P6 asks again with ⌘R, and shows what was known until then", async () => {
    const { window, tell, finish, signals } = await openSetup();
    tell(SERVER);
    finish();
    await window.until(() => !window.isLoading);
    window.select("qwen3:8b");
    window.shortcut(["cmd"], "r");
    await window.until(() => signals.length === 2);
    expect(window.isLoading).toBe(true);
    expect(window.selected?.title).toBe("qwen3:8b");
    tell({ ...SERVER, state: { type: "failed", detail: { type: "overloaded" } } });
    await window.until(() => rowOf(window, "OpenAI-Compatible Server") === "Not Ready");
    expect(window.item("qwen3:8b").isSelected).toBe(true);
  });

  it("P6 gives up the check that goes on when another begins, and when the window closes", async () => {
    const { window, tell, signals, wasClosed } = await openSetup();
    window.shortcut(["cmd"], "r");
    await window.until(() => signals.length === 2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    tell(CLAUDE);
    await window.until(() => window.selected?.title === "Ready");
    window.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    await Promise.resolve();
    expect(wasClosed()).toBe(true);
  });
});

describe("P6 Check Setup lists the models", () => {
  it("P6 says what each can do, and marks the one in use", async () => {
    const { window, tell } = await openSetup();
    tell(SERVER, { ...CLAUDE, state: { type: "not_set_up" }, models: [] }, SUBSCRIPTION);
    await window.until(() => window.items.some(({ accessories }) => accessories.includes("In Use")));
    const marks = (title: string) => window.item(title).props.accessories?.map(({ tooltip }) => tooltip);
    expect(marks("qwen3:8b")).toEqual(["New chats start with it", "Can use tools"]);
    expect(marks("gemma3:4b")).toEqual(["Not able to use tools", "Sees images"]);
    expect(window.item("gemma3:4b").accessories).toEqual(["No Tools"]);
    window.select("gemma3:4b");
    expect(window.metadata).toEqual([
      { title: "Model", text: "gemma3:4b" },
      { title: "Provider", text: "OpenAI-Compatible Server" },
      { title: "Tools", text: "Not able to use them" },
      { title: "Images", text: "Sees them" },
    ]);
  });

  it("P6 marks none before it is known who comes first", async () => {
    const { window, tell } = await openSetup();
    tell(SERVER);
    await window.until(() => window.items.some(({ title }) => title === "qwen3:8b"));
    expect(window.items.flatMap(({ accessories }) => accessories)).not.toContain("In Use");
  });

  it("P6 marks what the preferences name, whoever else is ready", async () => {
    const { window, tell } = await openSetup({ preferences: { provider: "openai" } });
    tell(CLAUDE, SERVER);
    await window.until(() => window.items.some(({ title }) => title === "qwen3:8b"));
    expect(window.item("qwen3:8b").accessories).toContain("In Use");
    expect(window.item("claude-sonnet-5-5").accessories).not.toContain("In Use");
  });

  it("P7 takes the one that is chosen for new chats, and gives it back to the preferences", async () => {
    const { window, tell, chosen } = await openSetup();
    tell(CLAUDE);
    await window.until(() => window.items.some(({ title }) => title === "claude-haiku-4-5"));
    window.select("claude-haiku-4-5");
    expect(actions(window).slice(0, 2)).toEqual(["Use This Model", "Copy Name"]);
    window.press();
    await window.until(() => window.toast);
    expect(window.toast?.title).toBe("New chats start with claude-haiku-4-5");
    expect(window.item("claude-haiku-4-5").accessories).toContain("In Use");
    expect(window.item("claude-sonnet-5-5").accessories).not.toContain("In Use");
    window.press("Use Automatic");
    await window.until(() => window.item("claude-sonnet-5-5").accessories.includes("In Use"));
    expect(chosen).toEqual([{ provider: "anthropic", model: "claude-haiku-4-5" }, undefined]);
    expect(actions(window)).not.toContain("Use Automatic");
  });

  it("P6 copies a name", async () => {
    const { window, tell } = await openSetup();
    tell(CLAUDE);
    await window.until(() => window.items.some(({ title }) => title === "claude-haiku-4-5"));
    window.select("claude-haiku-4-5");
    window.press("Copy Name");
    await window.until(() => window.clipboard !== "");
    expect(window.clipboard).toBe("claude-haiku-4-5");
  });

  it("P6 filters by what is typed, beyond what is drawn, and takes a name that is not listed", async () => {
    const models = Array.from({ length: 500 }, (_, index) => ({ id: `maker-${index % 7}/model-${index}` }));
    const { window, tell, finish, chosen } = await openSetup();
    tell({ ...SERVER, models }, CLAUDE);
    finish();
    await window.until(() => window.items.length > 50 && !window.isLoading);
    const shown = () => window.items.filter(({ title }) => title.startsWith("maker-")).length;
    expect(shown()).toBe(50);
    window.loadMore();
    await window.until(() => shown() === 100);
    window.type("MAKER-2 49");
    await window.until(() => shown() < 50);
    expect(window.items.map(({ title }) => title)).toContain("maker-2/model-499");
    expect(window.items.every(({ title }) => title.includes("49"))).toBe(true);
    window.type("subscription");
    await window.until(() => shown() === 0);
    expect(rows(window)).toEqual(["Claude Subscription: Checking…"]);

    window.type("brand-new");
    expect(window.emptyView?.title).toBe('No model called "brand-new" is listed');
    window.press();
    expect(window.navigationTitle).toBe("Use Another Model");
    expect(window.values).toEqual({ provider: "anthropic", model: "brand-new" });
    window.submit();
    await window.until(() => chosen.length === 1);
    expect(chosen).toEqual([{ provider: "anthropic", model: "brand-new" }]);
  });
});

describe("P6 what is typed", () => {
  const models = Array.from({ length: 500 }, (_, index) => ({ id: `model-${index}` }));

  it("P6 does not say that a model is not listed while the lists are on their way", async () => {
    const { window, tell, finish } = await openSetup();
    tell(CLAUDE);
    window.type("model-499");
    expect(window.emptyView?.title).toBe("Checking…");
    tell({ ...SERVER, models }, SUBSCRIPTION);
    finish();
    await window.until(() => window.selected?.title === "model-499");
    window.type("model-499-b");
    await window.until(() => window.emptyView?.title === 'No model called "model-499-b" is listed');
  });

  it("P6 selects the first that fits, wherever the selection was, and leaves it where the person goes", async () => {
    const { window, tell, finish } = await openSetup();
    tell({ ...SERVER, models }, SUBSCRIPTION, CLAUDE);
    finish();
    await window.until(() => window.items.length > 50 && !window.isLoading);
    window.select("model-40");
    window.type("model-30");
    await window.until(() => window.selected?.title === "model-30");
    window.move("down");
    expect(window.selected?.title).toBe("model-300");
    window.shortcut(["cmd"], "r");
    await window.until(() => window.isLoading);
    expect(window.selected?.title).toBe("model-300");
  });

  it("P6 shows the model in use also where it is far down in the list", async () => {
    const { window, tell } = await openSetup({ choice: { provider: "openai", model: "model-400" } });
    tell({ ...SERVER, models });
    await window.until(() => window.items.length > 50);
    const drawn = window.items.filter(({ section }) => section === "OpenAI-Compatible Server").slice(1);
    expect(drawn.map(({ title }) => title).slice(0, 2)).toEqual(["model-400", "model-0"]);
    expect(drawn).toHaveLength(51);
    window.type("model-1");
    await window.until(() => window.items.every(({ title }) => title !== "model-400"));
  });
});

describe("P6 a model by its name", () => {
  it("P6 always works, is only asked for when it is empty, and shows as the one in use", async () => {
    const { window, tell, chosen } = await openSetup();
    tell(failing("openai", { type: "no_model" }), SUBSCRIPTION);
    await window.until(() => rowOf(window, "OpenAI-Compatible Server") === "Not Ready");
    window.move("down");
    window.move("down");
    window.shortcut(["cmd"], "n");
    expect(window.field("provider").value).toBe("openai");
    window.fill("model", "  ");
    window.submit();
    expect(window.field("model").error).toBe("Enter a name");
    expect(chosen).toEqual([]);
    window.fill("model", " my/own:model ");
    expect(window.field("model").error).toBeUndefined();
    window.submit();
    await window.until(() => window.kind === "List" && window.toast);
    expect(chosen).toEqual([{ provider: "openai", model: "my/own:model" }]);
    expect(window.item("my/own:model")).toMatchObject({ section: "OpenAI-Compatible Server", accessories: ["In Use"] });
  });

  it("P6 is not offered for a provider that Orbit cannot use yet", async () => {
    const { window, tell } = await openSetup();
    tell(SUBSCRIPTION);
    await window.until(() => rowOf(window, "Claude Subscription") === "Not Supported Yet");
    window.select("Not Supported Yet");
    window.press("Use Another Model…");
    expect(window.field("provider").value).toBe("anthropic");
    expect(() => window.choose("Claude Subscription")).toThrow();
  });

  it("P6 says why where nothing can be stored, and keeps what was in use", async () => {
    const refusal = new StoreError({ type: "full" });
    const { window, tell } = await openSetup({ refusal });
    tell(CLAUDE);
    await window.until(() => window.items.some(({ title }) => title === "claude-haiku-4-5"));
    window.select("claude-haiku-4-5");
    window.press("Use This Model");
    await window.until(() => window.toast);
    expect(window.toast).toMatchObject({
      style: "FAILURE",
      title: "The model could not be chosen",
      message: failureNotice(refusal).text,
    });
    expect(window.item("claude-sonnet-5-5").accessories).toContain("In Use");
  });
});
