import type { ElementNode } from "../command/elements";
import type { RunningCommand } from "../command/running-command";
import { viewOf, type ViewNode } from "../command/screen";
import { describeDetail } from "./describe-detail";
import { describeForm } from "./describe-form";
import { describeGrid } from "./describe-grid";
import { describeList } from "./describe-list";
import { describeCrash, describeMessages } from "./describe-messages";
import { describePanel } from "./describe-panel";
import type { Screen, Stage } from "./frame";
import { idOf } from "./identity";
import type { Look } from "./look";
import { optional } from "./optional";

/** All that a person sees of a command that runs. */
export function describeStage(command: RunningCommand, look: Look): Stage {
  const { failure, host, screens } = command;
  const top = screens.at(-1);
  return {
    title: look.title,
    ...optional("icon", look.icon),
    canGoBack: look.canGoBack || screens.length > 1,
    screenKeys: screens.map(idOf),
    ...(failure
      ? { crash: describeCrash(failure) }
      : {
          ...optional("screen", top && describeScreen(top, look)),
          ...describeMessages(host, look),
        }),
  };
}

/** The screen on top; undefined while it draws nothing. */
function describeScreen(screen: ElementNode<"Screen">, look: Look): Screen | undefined {
  const view = viewOf(screen);
  if (!view) return undefined;
  const { navigationTitle, isLoading = false } = view.props;
  return {
    key: idOf(screen),
    navigationTitle: navigationTitle ?? look.title,
    isLoading,
    ...optional("panel", describePanel(view, look)),
    ...describeView(view, look),
  };
}

function describeView(view: ViewNode, look: Look) {
  switch (view.type) {
    case "List":
      return describeList(view, look);
    case "Grid":
      return describeGrid(view, look);
    case "Detail":
      return { kind: "detail", body: describeDetail(view, look) } as const;
    case "Form":
      return describeForm(view, look);
  }
}
