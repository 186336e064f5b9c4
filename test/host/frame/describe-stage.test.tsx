import {
  Action,
  ActionPanel,
  Alert,
  confirmAlert,
  Detail,
  Icon,
  List,
  showToast,
  Toast,
  useNavigation,
} from "@raycast/api";
import { describe, expect, it, vi } from "vitest";
import { describeStage } from "./describe-stage";
import { doDeed } from "./do-deed";
import { run, screenOf, stageOf, testLook } from "./test-command";

describe("H2 a detail", () => {
  it("has Markdown in blocks, and its title from the command where it gives none", () => {
    const screen = screenOf(() => <Detail markdown="# Hi" isLoading />, "detail");
    expect(screen).toEqual({
      kind: "detail",
      key: expect.any(String) as string,
      navigationTitle: "Test",
      isLoading: true,
      body: { isLoading: false, blocks: ["<h1>Hi</h1>"], metadata: [] },
    });
  });
});

describe("H2 what is over the screen", () => {
  it("is a toast with the keys of its actions", async () => {
    const running = run(() => <Detail />);
    await running.until(() => running.screens.length === 1, 1000);
    void showToast({
      style: Toast.Style.Animated,
      title: "Working",
      primaryAction: { title: "Stop", onAction: () => undefined },
      secondaryAction: { title: "Log", shortcut: { modifiers: ["cmd"], key: "l" }, onAction: () => undefined },
    });
    expect(describeStage(running, testLook).toast).toEqual({
      style: "animated",
      title: "Working",
      message: "",
      primaryAction: { title: "Stop", shortcut: ["⌘", "T"] },
      secondaryAction: { title: "Log", shortcut: ["⌘", "L"] },
    });
  });

  it("is an alert with Raycast's words where the command has none", () => {
    const running = run(() => <Detail />);
    void confirmAlert({ title: "Sure?" });
    expect(describeStage(running, testLook).alert).toEqual({
      title: "Sure?",
      message: "",
      primary: { title: "OK", isDestructive: false },
      dismiss: { title: "Cancel" },
    });
    void confirmAlert({
      icon: Icon.Trash,
      title: "Delete?",
      message: "For good",
      primaryAction: { title: "Delete", style: Alert.ActionStyle.Destructive },
      dismissAction: { title: "Keep" },
    });
    expect(describeStage(running, testLook).alert).toEqual({
      icon: { kind: "symbol", name: "trash-16" },
      title: "Delete?",
      message: "For good",
      primary: { title: "Delete", isDestructive: true },
      dismiss: { title: "Keep" },
    });
  });
});

describe("the stage", () => {
  function Pushing() {
    const { push } = useNavigation();
    const action = <Action title="Push" onAction={() => push(<Detail navigationTitle="Above" />)} />;
    return <List actions={<ActionPanel>{action}</ActionPanel>} />;
  }

  it("names all screens and shows the one on top", () => {
    const running = run(Pushing);
    const below = describeStage(running, { ...testLook, canGoBack: false });
    doDeed(running, { type: "key", key: "return", modifiers: [] });
    const above = describeStage(running, { ...testLook, canGoBack: false });
    expect([below.canGoBack, above.canGoBack]).toEqual([false, true]);
    expect(above.screenKeys).toEqual([below.screen?.key, above.screen?.key]);
    expect(above.screen?.navigationTitle).toBe("Above");
  });

  it("has no screen while the command draws nothing", () => {
    expect(stageOf(() => null)).toMatchObject({ title: "Test", canGoBack: true });
    expect(stageOf(() => null).screen).toBeUndefined();
  });

  it("H5 shows the error that a command ended with", async () => {
    const fail = () => Promise.reject(new TypeError("Not a number"));
    const action = <Action title="Fail" onAction={fail} />;
    const running = run(() => <Detail actions={<ActionPanel>{action}</ActionPanel>} />);
    const listener = vi.fn();
    running.subscribe(listener);
    doDeed(running, { type: "key", key: "return", modifiers: [] });
    listener.mockClear();
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    const { crash, screen } = describeStage(running, testLook);
    expect(crash).toEqual({
      title: "TypeError",
      message: "Not a number",
      stack: expect.stringContaining("describe-stage.test") as string,
    });
    expect(screen).toBeUndefined();
    expect(() => running.close()).toThrow("Not a number");
  });
});
