import { Component, createElement, Suspense, use, useEffect, useState, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { Action, ActionPanel, Detail, Form, List, LocalStorage, Toast, confirmAlert, environment } from "@raycast/api";
import { getPreferenceValues, showToast, useNavigation } from "@raycast/api";
import { launch, type LaunchOptions } from "./launch";

/** Draws something, closes the window, and throws what went wrong. */
function draw(content: ReactNode, options: LaunchOptions = {}): void {
  launch(() => content, options).close();
}

describe("M5.4 the stand-in refuses", () => {
  it("an unknown prop, with the names of component and prop", () => {
    const invented: object = { colour: "red" };
    expect(() => draw(<List {...invented} />)).toThrow('<List> has no prop "colour".');
    expect(() => draw(<Form.TextField id="name" {...invented} />)).toThrow('<Form.TextField> has no prop "colour".');
  });

  it("a deprecated prop", () => {
    const deprecated = { enableFiltering: true };
    expect(() => draw(<List {...deprecated} />)).toThrow('<List> has no prop "enableFiltering".');
  });

  it("a component without a prop that it needs", () => {
    // @ts-expect-error: a row has a title
    expect(() => draw(<List.Item />)).toThrow('<List.Item> needs the prop "title".');
    // @ts-expect-error: an action has a title
    expect(() => draw(<Action />)).toThrow('<Action> needs the prop "title".');
    // @ts-expect-error: a field has an id
    expect(() => draw(<Form.Checkbox label="Yes" />)).toThrow('<Form.Checkbox> needs the prop "id".');
  });

  it("children of the wrong kind", () => {
    const row = <List.Item title="Row" />;
    expect(() => draw(<Form>{row}</Form>)).toThrow("<Form> cannot hold <List.Item>, only <Form.TextField>, ");
    expect(() => draw(row)).toThrow("<Screen> cannot hold <List.Item>, only <List>, <Grid>, <Detail>, <Form>.");
    expect(() => draw(<Detail actions={<Action title="Bare" />} />)).toThrow("<actions> cannot hold <Action>");
    expect(() => draw(<List searchBarAccessory={<Form.LinkAccessory target="" text="" />} />)).toThrow(
      "<dropdown> cannot hold <Form.LinkAccessory>, only <List.Dropdown>.",
    );
  });

  it("text among elements, and elements that are not Raycast's", () => {
    expect(() => draw(<List>{"loose"}</List>)).toThrow('<List> cannot hold the text "loose"');
    expect(() => draw(createElement("div"))).toThrow("<div> is no component of Raycast.");
  });

  it("two rows with one id, also when they come later", () => {
    const [one, two] = [<List.Item key="1" id="a" title="One" />, <List.Item key="2" id="a" title="Two" />];
    expect(() => draw(<List>{[one, two]}</List>)).toThrow('Two <List.Item> have the id "a".');
    function Growing() {
      const [both, setBoth] = useState(false);
      const actions = (
        <ActionPanel>
          <Action title="Grow" onAction={() => setBoth(true)} />
        </ActionPanel>
      );
      return <List actions={actions}>{both ? [one, two] : one}</List>;
    }
    const session = launch(Growing);
    expect(() => session.press("Grow")).toThrow('Two <List.Item> have the id "a".');
    session.close();
  });

  it("a toast with an unknown style or option, and an alert with an unknown option", async () => {
    const session = launch(() => <List />);
    const green: object = { title: "Saved", style: "GREEN" };
    // @ts-expect-error: a style of Raycast
    expect(() => new Toast(green)).toThrow('A toast has no style "GREEN".');
    // @ts-expect-error: an option of Raycast
    await expect(showToast({ title: "Saved", sound: true })).rejects.toThrow('A toast has no property "sound".');
    // @ts-expect-error: an option of Raycast
    await expect(confirmAlert({ title: "Sure?", yes: "Yes" })).rejects.toThrow('An alert has no property "yes".');
    session.close();
  });

  it("a preference, argument or command that package.json does not have", () => {
    expect(() => draw(<List />, { preferences: { colour: "red" } })).toThrow(
      'package.json has no preference "colour".',
    );
    expect(() => draw(<List />, { arguments: { colour: "red" } })).toThrow('has no argument "colour".');
    expect(() => draw(<List />, { commandName: "paint" })).toThrow('package.json has no command "paint".');
  });

  it("a support folder that the test did not give", () => {
    expect(() => draw(<Detail markdown="" />)).not.toThrow();
    const Reading = () => <Detail markdown={environment.supportPath} />;
    expect(() => launch(Reading)).toThrow("launch it with supportPath");
  });

  it("calls from outside of a command", () => {
    expect(() => getPreferenceValues()).toThrow("No command is running");
  });

  it("a value that LocalStorage cannot hold", () => {
    const session = launch(() => <List />);
    // @ts-expect-error: text, number or boolean
    expect(() => LocalStorage.setItem("key", {})).toThrow("LocalStorage cannot hold a value of type object.");
    session.close();
  });

  it("Suspense that takes away what was drawn", () => {
    const never = new Promise<string>(() => undefined);
    function Command() {
      const [wait, setWait] = useState(false);
      const actions = (
        <ActionPanel>
          <Action title="Wait" onAction={() => setWait(true)} />
        </ActionPanel>
      );
      return <Detail actions={actions} markdown={wait ? use(never) : "Here"} />;
    }
    const session = launch(() => (
      <Suspense fallback={<Detail isLoading />}>
        <Command />
      </Suspense>
    ));
    expect(() => session.press("Wait")).toThrow("Suspense would take away what is drawn");
    session.close();
  });
});

describe("an error of the command reaches the test", () => {
  it("from the first drawing", () => {
    const Broken = () => {
      throw new Error("broken");
    };
    expect(() => launch(Broken)).toThrow("broken");
  });

  it("from an effect, from an action, and from an action's promise", async () => {
    function Command() {
      const [broken, setBroken] = useState(false);
      useEffect(() => {
        if (broken) throw new Error("in the effect");
      }, [broken]);
      const { pop } = useNavigation();
      return (
        <Detail
          actions={
            <ActionPanel>
              <Action title="Effect" onAction={() => setBroken(true)} />
              <Action title="Reject" onAction={() => Promise.reject(new Error("in the promise"))} />
              <Action
                title="Throw"
                onAction={() => {
                  throw new Error("in the action");
                }}
              />
              <Action title="Leave" onAction={pop} />
            </ActionPanel>
          }
        />
      );
    }
    const inEffect = launch(Command);
    expect(() => inEffect.press("Effect")).toThrow("in the effect");
    inEffect.close();

    const inAction = launch(Command);
    expect(() => inAction.press("Throw")).toThrow("in the action");
    inAction.close();

    const inPromise = launch(Command);
    inPromise.press("Reject");
    await expect(inPromise.until(() => false)).rejects.toThrow("in the promise");
    expect(() => inPromise.actions).toThrow("in the promise");
    inPromise.close();

    const unseen = launch(Command);
    unseen.press("Reject");
    await Promise.resolve();
    await Promise.resolve();
    expect(() => unseen.close()).toThrow("in the promise");
  });

  it("also when a boundary of the command catches what Raycast would refuse, but not when it catches its own", () => {
    class Boundary extends Component<{ children: ReactNode }> {
      override state = { caught: false };
      static getDerivedStateFromError = () => ({ caught: true });
      override render = () => (this.state.caught ? <Detail markdown="Sorry" /> : this.props.children);
    }
    const Own = () => {
      throw new Error("own");
    };
    const own = launch(() => (
      <Boundary>
        <Own />
      </Boundary>
    ));
    expect(own.markdown).toBe("Sorry");
    own.close();
    const invented: object = { colour: "red" };
    const hiding = () => (
      <Boundary>
        <List {...invented} />
      </Boundary>
    );
    expect(() => launch(hiding)).toThrow('<List> has no prop "colour".');
  });
});
