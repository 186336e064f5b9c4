import { describe, expect, it, vi } from "vitest";
import * as raycast from "@raycast/api";
import { Action, ActionPanel, Detail, List, Toast, showToast } from "@raycast/api";
import { deeds } from "./deeds";
import { launch } from "./launch";

describe("messages", () => {
  it("are toasts that change after they were shown, with actions", async () => {
    const Command = deeds({
      Work: async () => {
        const toast = await showToast({ style: Toast.Style.Animated, title: "Working…" });
        toast.style = Toast.Style.Failure;
        toast.title = "No answer";
        toast.message = "The server is not running";
        toast.primaryAction = {
          title: "Try Again",
          onAction: (shown) => {
            shown.message = undefined;
            shown.secondaryAction = { title: "Hide", onAction: (again) => void again.hide() };
          },
        };
      },
    });
    const session = launch(Command);
    session.press("Work");
    await session.until(() => session.toast?.primaryAction);
    expect(session.toast).toMatchObject({ style: "FAILURE", title: "No answer", message: "The server is not running" });
    expect(session.text()).toContain("toast (failure): No answer: The server is not running");
    expect(() => session.pressToast("Copy")).toThrow('There is no toast action "Copy" here, only: Try Again.');
    session.pressToast("Try Again");
    expect(session.toast?.message).toBeUndefined();
    session.pressToast("Hide");
    expect(session.toast).toBeUndefined();
    expect(session.toasts.map(({ title }) => title)).toEqual(["No answer"]);
    expect(session.events).toEqual([{ kind: "toast", style: "ANIMATED", title: "Working…", message: undefined }]);
    session.close();
  });

  it("end the command when the action of a toast rejects", async () => {
    const onAction = (): unknown => Promise.reject(new Error("The disk is full"));
    const session = launch(
      deeds({ Save: () => showToast({ title: "Save", primaryAction: { title: "Now", onAction } }) }),
    );
    session.press("Save");
    session.pressToast("Now");
    await expect(session.until(() => false)).rejects.toThrow("The disk is full");
  });

  it("are alerts one at a time: a second one dismisses the first, which would wait for ever", async () => {
    const answers: string[] = [];
    const ask = (title: string) => async () => {
      answers.push(`${title} ${String(await raycast.confirmAlert({ title }))}`);
    };
    const session = launch(deeds({ One: ask("one"), Two: ask("two") }));
    session.press("One");
    session.press("Two");
    expect(session.alert?.title).toBe("two");
    session.answerAlert(true);
    await vi.waitFor(() => expect(answers).toEqual(["one false", "two true"]));
    session.close();
  });

  it("are toasts in the old form, and heads-up messages", async () => {
    const Command = deeds({
      Say: async () => {
        await showToast(Toast.Style.Success, "Saved", "totals.txt");
        await raycast.showHUD("Done");
      },
    });
    const session = launch(Command);
    session.press("Say");
    await session.until(() => session.events.length === 2);
    expect(session.events).toEqual([
      { kind: "toast", style: "SUCCESS", title: "Saved", message: "totals.txt" },
      { kind: "hud", title: "Done" },
    ]);
    session.close();
  });

  it("are alerts that wait for the person, or are answered by the test", async () => {
    const log: string[] = [];
    const Command = deeds({
      Ask: async () => {
        const yes = await raycast.confirmAlert({
          title: "Delete the chat?",
          primaryAction: {
            title: "Delete",
            style: raycast.Alert.ActionStyle.Destructive,
            onAction: () => log.push("do"),
          },
          dismissAction: { title: "Keep", onAction: () => log.push("keep") },
        });
        log.push(String(yes));
      },
    });
    const session = launch(Command);
    session.press("Ask");
    expect(session.alert?.title).toBe("Delete the chat?");
    expect(session.text()).toContain("alert: Delete the chat?");
    session.answerAlert(true);
    await session.until(() => !session.alert);
    session.press("Ask");
    session.answerAlert(false);
    await vi.waitFor(() => expect(log).toHaveLength(4));
    expect(log).toEqual(["do", "true", "keep", "false"]);
    session.close();

    const answered = launch(Command, { answerAlert: ({ title }) => title.startsWith("Delete") });
    answered.press("Ask");
    await vi.waitFor(() => expect(log).toHaveLength(6));
    expect(log.slice(4)).toEqual(["do", "true"]);
    answered.close();
  });
});

describe("the world around the command", () => {
  it("records what actions did there, in order", async () => {
    const file = "/Users/someone/a.pdf";
    const session = launch(() => (
      <List>
        <List.Item
          title="a.pdf"
          quickLook={{ path: file }}
          actions={
            <ActionPanel>
              <Action.Open title="Open" target={file} application="com.apple.Preview" />
              <Action.OpenInBrowser url="https://example.com" />
              <Action.OpenWith path={file} />
              <Action.ShowInFinder path={file} />
              <Action.ToggleQuickLook />
              <Action.CopyToClipboard title="Copy Path" content={file} concealed />
              <Action.Paste content={{ text: "Answer" }} />
              <Action.Trash paths={[file]} />
            </ActionPanel>
          }
        />
      </List>
    ));
    for (const { title } of session.actions) session.press(title);
    await session.until(() => session.events.some(({ kind }) => kind === "trashed"));
    expect(session.actions.map(({ title }) => title)).toEqual([
      "Open",
      "Open in Browser",
      "Open With",
      "Show in Finder",
      "Quick Look",
      "Copy Path",
      "Paste in Active App",
      "Move to Trash",
    ]);
    expect(session.events).toEqual(
      expect.arrayContaining([
        { kind: "opened", target: file, application: "com.apple.Preview" },
        { kind: "opened", target: "https://example.com", application: undefined },
        { kind: "open with", path: file },
        { kind: "shown in Finder", path: file },
        { kind: "quick look", path: file },
        { kind: "copied", text: file, concealed: true },
        { kind: "pasted", text: "Answer" },
        { kind: "trashed", path: file },
      ]),
    );
    expect(session.clipboard).toBe(file);
    session.close();
  });

  it("calls the actions' listeners once the deed is done", async () => {
    const log: unknown[] = [];
    const session = launch(() => (
      <Detail
        actions={
          <ActionPanel>
            <Action.CopyToClipboard content={1} onCopy={(content) => log.push(content)} />
            <Action.Paste content="text" onPaste={(content) => log.push(content)} />
            <Action.Open title="Open" target="/a" onOpen={(target) => log.push(target)} />
            <Action.ShowInFinder path="/b" onShow={(path) => log.push(path)} />
            <Action.Trash paths="/c" onTrash={(paths) => log.push(paths)} />
            <Action.Push title="Push" target={<Detail />} onPush={() => log.push("pushed")} />
          </ActionPanel>
        }
      />
    ));
    for (const { title } of session.actions) session.press(title);
    await vi.waitFor(() => expect(log).toHaveLength(6));
    expect(new Set(log)).toEqual(new Set([1, "text", "/a", "/b", "/c", "pushed"]));
    session.close();
  });

  it("answers with what the test put there", async () => {
    const read = async () => ({
      text: await raycast.getSelectedText(),
      files: await raycast.getSelectedFinderItems(),
      app: (await raycast.getFrontmostApplication()).name,
      clipboard: await raycast.Clipboard.readText(),
      stored: await raycast.LocalStorage.getItem("seen"),
    });
    const localStorage = new Map([["seen", true]]);
    const session = launch(deeds({}), {
      selectedText: "selected",
      selectedFinderItems: [{ path: "/a" }],
      clipboard: "copied",
      localStorage,
    });
    expect(await read()).toEqual({
      text: "selected",
      files: [{ path: "/a" }],
      app: "Finder",
      clipboard: "copied",
      stored: true,
    });
    await raycast.LocalStorage.setItem("count", 2);
    await raycast.LocalStorage.removeItem("seen");
    expect(await raycast.LocalStorage.allItems()).toEqual({ count: 2 });
    await raycast.Clipboard.clear();
    expect(await raycast.Clipboard.read()).toEqual({ text: "" });
    expect(session.events.at(-1)).toEqual({ kind: "clipboard cleared" });
    session.close();

    const quiet = launch(deeds({}), { localStorage });
    expect(await raycast.LocalStorage.getItem("count")).toBe(2);
    await raycast.LocalStorage.clear();
    expect(localStorage.size).toBe(0);
    await expect(raycast.getSelectedText()).rejects.toThrow("No text is selected.");
    await expect(raycast.getSelectedFinderItems()).rejects.toThrow("Finder");
    quiet.close();
  });

  it("does what the test wants it to do, or fails as the test wants", async () => {
    const gone: string[] = [];
    const session = launch(deeds({}), {
      system: {
        trash: (path) => void gone.push(path),
        open: () => Promise.reject(new Error("No application opens this file.")),
      },
    });
    await raycast.trash([new URL("file:///a%20b"), "/c"]);
    expect(gone).toEqual(["/a b", "/c"]);
    await expect(raycast.open("/d")).rejects.toThrow("No application opens this file.");
    expect(session.events.map(({ kind }) => kind)).toEqual(["trashed", "trashed"]);
    session.close();
  });

  it("is asked for preferences, other commands, the window and the search bar", async () => {
    const session = launch(() => <List />);
    session.type("typed");
    await raycast.clearSearchBar();
    expect(session.searchText).toBe("");
    await raycast.openExtensionPreferences();
    await raycast.openCommandPreferences();
    await raycast.launchCommand({ name: "ask-orbit", type: raycast.LaunchType.UserInitiated, context: { chat: "1" } });
    await raycast.closeMainWindow();
    await raycast.showInFinder("/a");
    expect(session.events).toEqual([
      { kind: "preferences opened", of: "extension" },
      { kind: "preferences opened", of: "command" },
      { kind: "launched", name: "ask-orbit", context: { chat: "1" } },
      { kind: "window closed" },
      { kind: "shown in Finder", path: "/a" },
    ]);
    session.close();
  });

  it("is told how to close the window, in words that Raycast knows", async () => {
    const session = launch(deeds({}));
    const closing = { clearRootSearch: true, popToRootType: raycast.PopToRootType.Immediate };
    await raycast.showHUD("Done", closing);
    await raycast.closeMainWindow(closing);
    await raycast.popToRoot({ clearSearchBar: true });
    expect(session.events).toEqual([
      { kind: "hud", title: "Done", ...closing },
      { kind: "window closed", ...closing },
      { kind: "popped to root", clearRootSearch: true },
    ]);
    // @ts-expect-error: it is clearRootSearch here
    expect(() => raycast.showHUD("Done", { clearSearchBar: true })).toThrow('no property "clearSearchBar"');
    // @ts-expect-error: it is clearRootSearch here
    expect(() => raycast.closeMainWindow({ clearSearch: true })).toThrow('no property "clearSearch"');
    // @ts-expect-error: it is clearSearchBar here
    expect(() => raycast.popToRoot({ clearRootSearch: true })).toThrow('no property "clearRootSearch"');
    const late: unknown[] = ["Done", { popToRootType: "late" }];
    expect(() => void Reflect.apply(raycast.showHUD, undefined, late)).toThrow('showHUD has no popToRootType "late".');
  });
});
