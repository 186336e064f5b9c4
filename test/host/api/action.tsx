import { createElement, type FunctionComponent, type JSX, type ReactElement } from "react";
import type { Action as Raycast, Form } from "@raycast/api";
import { checkProps, type Rules } from "./component";
import type { ActionElement } from "../command/elements";
import { ActionStyle } from "./enums";
import { Clipboard } from "./clipboard";
import { open, showInFinder, trash } from "./functions";
import { currentHost, emit } from "../command/host";
import { useNavigation } from "./navigation";
import { PickDate } from "./pick-date";

type Look = Omit<ActionElement, "kind" | "run">;
type Run = ActionElement["run"];

/** The props that every action has in common and that the panel shows. */
interface Shown {
  title?: string;
  icon?: Raycast.Props["icon"];
  style?: Raycast.Style;
  shortcut?: Raycast.Props["shortcut"];
  autoFocus?: boolean;
}

const draw = (kind: string, look: Look, run: Run): ReactElement => createElement("Action", { ...look, kind, run });

const lookOf = ({ title, icon, style, shortcut, autoFocus }: Shown, defaultTitle: string): Look => ({
  title: title ?? defaultTitle,
  ...(icon != null && { icon }),
  ...(style && { style }),
  ...(shortcut && { shortcut }),
  ...(autoFocus !== undefined && { autoFocus }),
});

/** An action with fixed behaviour: its rules, the title that Raycast gives it, and what it does. */
function action<P extends Shown, Deprecated extends keyof P = never>(
  kind: string,
  rules: Rules<Omit<P, Deprecated>>,
  defaultTitle: string,
  run: (props: P) => unknown,
): FunctionComponent<P> {
  const ActionComponent = (props: P) => {
    checkProps<object>(kind, rules, props);
    return draw(kind, lookOf(props, defaultTitle), () => run(props));
  };
  ActionComponent.displayName = kind;
  return ActionComponent;
}

const SHOWN = { title: "optional", icon: "optional", shortcut: "optional" } as const;

const PUSH: Rules<Raycast.Push.Props> = {
  ...SHOWN,
  title: "required",
  target: "required",
  onPush: "optional",
  onPop: "optional",
};

function Push(props: Raycast.Push.Props): ReactElement {
  checkProps("Action.Push", PUSH, props);
  const { push } = useNavigation();
  return draw("Action.Push", lookOf(props, ""), () => {
    push(props.target, props.onPop);
    props.onPush?.();
  });
}

const SUBMIT: Rules<Raycast.SubmitForm.Props<Form.Values>> = { ...SHOWN, style: "optional", onSubmit: "optional" };

function SubmitForm<T extends Form.Values>(props: Raycast.SubmitForm.Props<T>): JSX.Element {
  checkProps("Action.SubmitForm", SUBMIT, props);
  // The command names the type of its own form's values, and Raycast believes it.
  return draw("Action.SubmitForm", lookOf(props, "Submit"), (values) => {
    const settle = currentHost().submitting();
    const outcome = props.onSubmit?.(values as T);
    if (outcome instanceof Promise) return outcome.then(settle);
    settle(outcome);
    return outcome;
  });
}
SubmitForm.displayName = "Action.SubmitForm";

/** Raycast's Action with the kinds that a chat can use. */
export const Action = Object.assign(
  action<Raycast.Props, "id">(
    "Action",
    { ...SHOWN, title: "required", style: "optional", onAction: "optional", autoFocus: "optional" },
    "",
    ({ onAction }) => onAction?.(),
  ),
  {
    Style: ActionStyle,
    Push,
    SubmitForm,
    CopyToClipboard: action<Raycast.CopyToClipboard.Props, "transient">(
      "Action.CopyToClipboard",
      { ...SHOWN, content: "required", concealed: "optional", onCopy: "optional" },
      "Copy to Clipboard",
      async ({ content, concealed = false, onCopy }) => {
        await Clipboard.copy(content, { concealed });
        emit({ kind: "hud", title: "Copied to Clipboard" });
        onCopy?.(content);
      },
    ),
    Paste: action<Raycast.Paste.Props>(
      "Action.Paste",
      { ...SHOWN, content: "required", onPaste: "optional" },
      "Paste in Active App",
      async ({ content, onPaste }) => {
        await Clipboard.paste(content);
        onPaste?.(content);
      },
    ),
    Open: action<Raycast.Open.Props>(
      "Action.Open",
      { ...SHOWN, title: "required", target: "required", application: "optional", onOpen: "optional" },
      "",
      async ({ target, application, onOpen }) => {
        await open(target, application);
        onOpen?.(target);
      },
    ),
    OpenInBrowser: action<Raycast.OpenInBrowser.Props>(
      "Action.OpenInBrowser",
      { ...SHOWN, url: "required", onOpen: "optional" },
      "Open in Browser",
      async ({ url, onOpen }) => {
        await open(url);
        onOpen?.(url);
      },
    ),
    OpenWith: action<Raycast.OpenWith.Props>(
      "Action.OpenWith",
      { ...SHOWN, path: "required", onOpen: "optional" },
      "Open With",
      ({ path, onOpen }) => {
        emit({ kind: "open with", path });
        onOpen?.(path);
      },
    ),
    ShowInFinder: action<Raycast.ShowInFinder.Props>(
      "Action.ShowInFinder",
      { ...SHOWN, path: "required", onShow: "optional" },
      "Show in Finder",
      async ({ path, onShow }) => {
        await showInFinder(path);
        onShow?.(path);
      },
    ),
    Trash: action<Raycast.Trash.Props>(
      "Action.Trash",
      { ...SHOWN, paths: "required", onTrash: "optional" },
      "Move to Trash",
      async ({ paths, onTrash }) => {
        await trash(paths);
        onTrash?.(paths);
      },
    ),
    PickDate,
    CreateQuicklink: action<Raycast.CreateQuicklink.Props>(
      "Action.CreateQuicklink",
      { ...SHOWN, quicklink: "required" },
      "Create Quicklink",
      ({ quicklink: { link, name } }) => emit({ kind: "quicklink created", link, name }),
    ),
    CreateSnippet: action<Raycast.CreateSnippet.Props>(
      "Action.CreateSnippet",
      { ...SHOWN, snippet: "required" },
      "Create Snippet",
      ({ snippet: { text, name } }) => emit({ kind: "snippet created", text, name }),
    ),
    ToggleQuickLook: action<Raycast.ToggleQuickLook.Props>("Action.ToggleQuickLook", SHOWN, "Quick Look", () =>
      currentHost().quickLook(),
    ),
  },
);
