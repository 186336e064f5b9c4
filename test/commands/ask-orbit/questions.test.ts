import { describe, expect, it } from "vitest";
import type { Session } from "../../host/command/session";
import { askInWindow, startMac, untilQuiet, type TestMac } from "./test-mac";

const ask = (input: Record<string, unknown>) => ({ name: "ask_user", input: { question: "Which Anna?", ...input } });
const CHOICES = { choices: ["Anna Meyer", "Anna Sand"] };

async function asked(input: Record<string, unknown>): Promise<{ mac: TestMac; window: Session }> {
  const mac = await startMac([{ toolCalls: [ask(input)] }, { text: "Called." }]);
  const window = mac.openOrbit();
  await askInWindow(window, "Call Anna");
  await window.until(() => window.actions[0]?.title === "Answer…" && !window.isLoading);
  return { mac, window };
}

/** What the model was told last. */
const told = ({ server }: TestMac) =>
  server.requests
    .at(-1)
    ?.toolResults.map(({ content }) => content)
    .join("\n");

describe("C7 a question of the model's", () => {
  it("is selected when it comes, is said, and offers its choices as actions", async () => {
    const { mac, window } = await asked(CHOICES);
    expect(window.selected?.title).toBe("Which Anna?");
    await window.until(() => window.toast);
    expect(window.toast).toMatchObject({ title: "Orbit has a question", message: "Which Anna?" });
    expect(window.actions.map(({ title }) => title).slice(0, 4)).toEqual([
      "Answer…",
      "Anna Meyer",
      "Anna Sand",
      "Skip Question",
    ]);
    window.press("Anna Sand");
    await untilQuiet(window, "Call Anna");
    await window.until(() => window.item("Called."));
    expect(told(mac)).toContain("Anna Sand");
    expect(window.item("You answered").section).toBe("Call Anna");
  });

  it("is answered in its form, with a choice or in words of the person's own", async () => {
    const { mac, window } = await asked({ ...CHOICES, free_text: true });
    window.press();
    expect(window.navigationTitle).toBe("Orbit Asks");
    expect(window.descriptions).toEqual(["Which Anna?"]);
    window.fill("text", "Her sister");
    window.submit();
    await window.until(() => window.kind === "List" && window.item("Called."));
    expect(told(mac)).toContain("The person answered: Her sister");
  });

  it("takes the chosen answer of the form", async () => {
    const { mac, window } = await asked(CHOICES);
    window.press();
    window.fill("choice", "1");
    window.submit();
    await window.until(() => window.kind === "List" && window.item("Called."));
    expect(told(mac)).toContain("The person answered: Anna Sand");
  });

  it("takes no empty answer, and goes on waiting when the form is left", async () => {
    const { mac, window } = await asked({});
    window.press();
    window.fill("text", "  ");
    window.submit();
    expect(window.field("text").error).toBe("Write an answer");
    window.back();
    expect(window.selected?.title).toBe("Which Anna?");
    expect(mac.server.requests).toHaveLength(1);
  });

  it("can be skipped: the model is told, and goes on", async () => {
    const { mac, window } = await asked(CHOICES);
    window.press("Skip Question");
    await window.until(() => window.item("Called."));
    expect(told(mac)).toContain("did not answer");
    expect(window.item("You did not answer").section).toBe("Call Anna");
  });

  it("counts with the forms of its turn, and waits over a relaunch", async () => {
    const create = { name: "create_file", input: { path: "~/a.txt", content: "x" } };
    const mac = await startMac([{ toolCalls: [ask(CHOICES), create] }, { text: "Done." }]);
    const first = mac.openOrbit();
    await askInWindow(first, "Call Anna");
    await first.until(() => first.items.some(({ title }) => title === "Create File") && !first.isLoading);
    expect(first.item("Which Anna?").accessories).toEqual(["1 of 2"]);
    expect(first.item("Create File").accessories).toEqual(["2 of 2"]);
    first.close();

    const window = mac.openOrbit();
    await window.until(() => window.selected?.title === "Which Anna?");
    window.press("Anna Meyer");
    await window.until(() => window.selected?.title === "Create File");
    expect(mac.server.requests).toHaveLength(1);
  });
});
