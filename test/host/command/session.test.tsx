import { useEffect, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import * as raycast from "@raycast/api";
import { Action, ActionPanel, Detail, Form, List, environment, showToast, useNavigation } from "@raycast/api";
import { deeds } from "./deeds";
import { launch } from "./launch";

type LaunchProps = raycast.LaunchProps<{ arguments: { question: string } }>;

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
