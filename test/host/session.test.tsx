import { useEffect, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import * as raycast from "@raycast/api";
import { Action, ActionPanel, Detail, Form, List, Toast, environment, showToast, useNavigation } from "@raycast/api";
import { launch } from "./launch";

type LaunchProps = raycast.LaunchProps<{ arguments: { question: string } }>;

/** A command whose actions do one thing each. */
const deeds = (table: Record<string, () => unknown>) => () => (
  <Detail
    actions={
      <ActionPanel>
        {Object.entries(table).map(([title, deed]) => (
          <Action key={title} title={title} onAction={() => void deed()} />
        ))}
      </ActionPanel>
    }
  />
);

describe("a launch", () => {
  it("hands over arguments, fallback text and context, and an empty text for an argument that was not given", () => {
    const Command = (props: LaunchProps) => <Detail markdown={JSON.stringify(props)} />;
    const bare = launch(Command);
    expect(JSON.parse(bare.markdown)).toEqual({ launchType: "userInitiated", arguments: { question: "" } });
    bare.close();
    const full = launch(Command, {
      arguments: { question: "Why?" },
      fallbackText: "typed",
      launchContext: { chat: "1" },
    });
    expect(JSON.parse(full.markdown)).toEqual({
      launchType: "userInitiated",
      arguments: { question: "Why?" },
      fallbackText: "typed",
      launchContext: { chat: "1" },
    });
    full.close();
  });

  it("has the preferences of the manifest, with what the person set over the defaults", () => {
    const Command = () => {
      const { provider, effort, openaiModel } = raycast.getPreferenceValues<Record<string, unknown>>();
      return <Detail markdown={JSON.stringify({ provider, effort, openaiModel })} />;
    };
    const session = launch(Command, { preferences: { effort: "high" } });
    expect(JSON.parse(session.markdown)).toEqual({ provider: "automatic", effort: "high" });
    session.close();
  });

  it("knows where it runs", () => {
    const Command = () => (
      <Detail
        markdown={[
          environment.commandName,
          environment.supportPath,
          environment.appearance,
          environment.launchType,
          environment.canAccess("AI"),
          environment.assetsPath.endsWith("/assets"),
        ].join(" ")}
      />
    );
    const session = launch(Command, { supportPath: "/support", appearance: "light" });
    expect(session.markdown).toBe("ask-orbit /support light userInitiated false true");
    session.close();
  });
});

describe("navigation", () => {
  function Below() {
    const [count, setCount] = useState(0);
    return (
      <List>
        <List.Item
          title={`Count ${count}`}
          actions={
            <ActionPanel>
              <Action title="Add" onAction={() => setCount((before) => before + 1)} />
              <Action.Push title="Open" target={<Above />} onPop={() => setCount((before) => before + 10)} />
            </ActionPanel>
          }
        />
      </List>
    );
  }
  function Above() {
    const { pop } = useNavigation();
    return (
      <Form
        actions={
          <ActionPanel>
            <Action.SubmitForm title="Run" onSubmit={pop} />
          </ActionPanel>
        }
      >
        <Form.TextField id="name" />
      </Form>
    );
  }

  it("pushes a view over the other, whose state stays, and tells when it is popped", () => {
    const session = launch(Below);
    session.press("Add");
    session.press("Open");
    expect([session.kind, session.screens.length]).toEqual(["Form", 2]);
    session.submit();
    expect([session.kind, session.selected?.title]).toEqual(["List", "Count 11"]);
    session.press("Open");
    session.back();
    expect(session.selected?.title).toBe("Count 21");
    session.close();
  });

  it("keeps what was selected and typed in the view below, and forgets what was typed above", () => {
    const session = launch(() => (
      <List
        actions={
          <ActionPanel>
            <Action.Push title="Open" target={<Above />} />
          </ActionPanel>
        }
      >
        <List.Item title="Alpha" />
        <List.Item title="Alpine" />
      </List>
    ));
    session.type("alp");
    session.select("Alpine");
    session.press("Open");
    session.fill("name", "typed");
    session.back();
    expect([session.searchText, session.selected?.title]).toEqual(["alp", "Alpine"]);
    session.press("Open");
    expect(session.values).toEqual({ name: "" });
    session.close();
  });

  it("says which view shows when another was expected", () => {
    const session = launch(Below);
    expect(() => session.fields).toThrow("A List shows, not a Form.");
    session.press("Open");
    expect(() => session.items).toThrow("A Form shows, not a List.");
    session.close();
  });

  it("ends the command when the first view is left, by the person or by the command", async () => {
    const left = launch(Below);
    left.back();
    expect(left.screens).toEqual([]);
    expect(() => left.items).toThrow("The command has ended.");

    const popped = launch(deeds({ Leave: raycast.popToRoot }));
    const seen = popped.until(() => popped.events.some(({ kind }) => kind === "popped to root"));
    popped.press("Leave");
    await expect(seen).resolves.toBe(true);
    expect(popped.events).toEqual([{ kind: "popped to root" }]);
    expect(() => popped.actions).toThrow("The command has ended.");
  });
});

describe("a command that works on its own", () => {
  function Streaming({ source }: { source: AsyncIterable<string> }) {
    const [text, setText] = useState("");
    const [isLoading, setLoading] = useState(true);
    useEffect(() => {
      const read = async () => {
        for await (const delta of source) setText((before) => before + delta);
        setLoading(false);
      };
      void read();
    }, [source]);
    return <Detail isLoading={isLoading} markdown={text} />;
  }
  async function* words(...deltas: string[]) {
    for (const delta of deltas) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield delta;
    }
  }

  it("is seen at every step of a stream", async () => {
    const source = words("Three ", "invoices", ".");
    const session = launch(() => <Streaming source={source} />);
    const seen: string[] = [];
    const stop = session.subscribe(() => {
      if (seen.at(-1) !== session.markdown) seen.push(session.markdown);
    });
    expect(session.isLoading).toBe(true);
    await session.until(() => !session.isLoading);
    stop();
    expect(seen).toEqual(["Three ", "Three invoices", "Three invoices."]);
    session.close();
  });

  it("is waited for without polling, and a wait in vain tells what shows", async () => {
    const session = launch(() => <List searchBarPlaceholder="Ask…" />);
    const look = vi.fn(() => session.item("Answer"));
    await expect(session.until(look, 5)).rejects.toThrow(
      /^Waited 5 ms in vain \(There is no row "Answer" here, only: nothing\.\)[^]*\[Ask…\]/,
    );
    expect(look).toHaveBeenCalledTimes(1);
    session.close();
  });

  it("is waited for in vain when it ends", async () => {
    const session = launch(() => <List />);
    const waited = session.until(() => false);
    session.close();
    await expect(waited).rejects.toThrow("The command has ended.");
  });

  it("may go on after the window closed: nothing crashes, and cleanup has run", async () => {
    const log: string[] = [];
    let finish: () => void = () => undefined;
    function Command() {
      const [text, setText] = useState("");
      useEffect(() => {
        const late = new Promise<void>((resolve) => (finish = resolve)).then(async () => {
          setText("late");
          await showToast({ title: "Late" });
          log.push("went on");
        });
        late.catch((error: unknown) => log.push(String(error)));
        return () => void log.push("cleaned up");
      }, []);
      return <Detail markdown={text} />;
    }
    const session = launch(Command);
    session.close();
    expect(log).toEqual(["cleaned up"]);
    const next = launch(() => <Detail markdown="next" />);
    finish();
    await vi.waitFor(() => expect(log).toEqual(["cleaned up", "went on"]));
    expect(next.toasts).toEqual([]);
    expect(next.markdown).toBe("next");
    next.close();
  });

  it("shares nothing with another one that runs at the same time", async () => {
    const Command = deeds({
      Copy: async () => {
        await Promise.resolve();
        await raycast.Clipboard.copy(String(raycast.getPreferenceValues<Record<string, unknown>>()["openaiModel"]));
      },
    });
    const one = launch(Command, { preferences: { openaiModel: "one" } });
    const two = launch(Command, { preferences: { openaiModel: "two" } });
    one.press("Copy");
    two.press("Copy");
    await one.until(() => one.clipboard);
    await two.until(() => two.clipboard);
    expect([one.clipboard, two.clipboard]).toEqual(["one", "two"]);
    one.close();
    two.close();
  });
});

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
});
