import { describe, expect, it } from "vitest";
import type { Reply } from "../../fakes/model-server/reply";
import type { Session } from "../../host/command/session";
import { askInWindow, startMac, untilQuiet, type TestMac } from "./test-mac";

/** A reply that comes when the test says so. */
function heldReply(): { step: () => Promise<Reply>; give: (reply: Reply) => void } {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  return { step: () => promise, give: resolve };
}

/** A window in which "One?" is at work and "Two?" waits. */
async function waiting(): Promise<{ mac: TestMac; window: Session; give: (reply: Reply) => void }> {
  const held = heldReply();
  const mac = await startMac([held.step, { text: "Second." }]);
  const window = mac.openOrbit();
  await askInWindow(window, "One?");
  await window.until(() => window.item("Working on it…"));
  await askInWindow(window, "Two?");
  await window.until(() => window.items.some(({ title }) => title === "Queued: Two?"));
  return { mac, window, give: held.give };
}

const asked = ({ server }: TestMac) => server.requests.map(({ lastUserText }) => lastUserText);

describe("C14 a question during a run", () => {
  it("waits on top in a section of its own, and is sent when the run has ended", async () => {
    const { mac, window, give } = await waiting();
    expect(window.searchText).toBe("");
    expect(window.toast).toBeUndefined();
    expect(window.items[0]).toMatchObject({ title: "Queued: Two?", section: "Up Next" });
    expect(window.selected?.section).toBe("One?");
    give({ text: "First." });
    await untilQuiet(window, "Two?");
    await window.until(() => window.items.some(({ title }) => title === "Second."));
    expect(window.items.map(({ title, section }) => `${section} ${title}`)).toEqual(["Two? Second.", "One? First."]);
    expect(asked(mac)).toEqual(["One?", "Two?"]);
  });

  it("can be withdrawn, and is not sent then", async () => {
    const { mac, window, give } = await waiting();
    window.select("Queued: Two?");
    // Return stops nothing.
    expect(window.actions.map(({ title }) => title)).toEqual([
      "Edit Question",
      "Withdraw",
      "Stop and Send Now",
      "Stop",
      "New Chat",
    ]);
    window.shortcut(["cmd"], "backspace");
    await window.until(() => !window.items.some(({ section }) => section === "Up Next"));
    give({ text: "First." });
    await untilQuiet(window, "One?");
    expect(asked(mac)).toEqual(["One?"]);
  });

  it("can be taken back into the search bar, where nothing that is typed gets lost", async () => {
    const { window, give } = await waiting();
    window.type("Also:");
    window.select("Queued: Two?");
    window.press("Edit Question");
    await window.until(() => window.searchText === "Also: Two?");
    give({ text: "First." });
    await untilQuiet(window, "One?");
    expect(window.items.map(({ title }) => title)).toEqual(["First."]);
  });

  it("can be sent at once, which stops the run", async () => {
    const { mac, window } = await waiting();
    window.select("Queued: Two?");
    window.press("Stop and Send Now");
    await window.until(() => window.items.some(({ title }) => title === "Second."));
    await untilQuiet(window, "Two?");
    expect(asked(mac)).toEqual(["One?", "Two?"]);
    expect(window.items.map(({ section }) => section)).toEqual(["Two?", "One?"]);
  });

  it("goes on waiting after Stop, and over a relaunch, until the person sends it", async () => {
    const { mac, window: first } = await waiting();
    first.shortcut(["cmd"], ".");
    await first.until(() => !first.isLoading);
    expect(first.item("Queued: Two?").section).toBe("Up Next");
    first.close();

    const window = mac.openOrbit();
    await window.until(() => window.items.some(({ title }) => title === "Queued: Two?"));
    expect(asked(mac)).toEqual(["One?"]);
    window.select("Queued: Two?");
    expect(window.actions[0]?.title).toBe("Send Now");
    window.press();
    await window.until(() => window.items.some(({ title }) => title === "Second."));
    expect(asked(mac)).toEqual(["One?", "Two?"]);
  });

  it("waits behind a form, and does not answer it", async () => {
    const create = { name: "create_file", input: { path: "~/a.txt", content: "x" } };
    const mac = await startMac([{ toolCalls: [create] }, { text: "Made." }, { text: "Second." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Do it");
    await window.until(() => window.actions[0]?.title === "Review…" && !window.isLoading);
    await askInWindow(window, "Two?");
    await window.until(() => window.items.some(({ title }) => title === "Queued: Two?"));
    expect(window.selected?.title).toBe("Create File");
    window.press("Review…");
    window.submit();
    await window.until(() => window.kind === "List" && window.items.some(({ title }) => title === "Second."));
    expect(mac.server.rejections).toEqual([]);
  });
});
