import { useLayoutEffect, useState } from "preact/hooks";
import type { Frame, PanelEntry, Stage } from "../../frame/frame";
import { ActionPanel } from "../actions/action-panel";
import { submenuFor } from "../actions/panel-entries";
import { useSend } from "../host-context";
import type { KeptScreen } from "../kept-screens";
import { isTyping, keyRoute, type KeyRoute } from "../keyboard/key-route";
import type { KeyStroke } from "../keyboard/key-name";
import { isMac, useKeys } from "../keyboard/use-keys";
import { AlertView } from "./alert-view";
import { CrashView } from "./crash-view";
import { Footer } from "./footer";
import { focusSearch, keyPlace } from "./key-place";
import { ScreenView } from "./screen-view";
import { TopBar } from "./top-bar";
import "./window.css";

/** What of the page's own lies over the screen. */
type Opened =
  | { readonly what: "nothing" }
  | { readonly what: "dropdown" }
  | { readonly what: "actions"; readonly path: readonly string[] };

const NOTHING: Opened = { what: "nothing" };

interface WindowProps {
  readonly frame: Frame;
  readonly screens: readonly KeptScreen[];
}

/** Raycast's window. Closed, it stays in the page unseen, so that it opens as it was. */
export function Window({ frame, screens }: WindowProps) {
  const send = useSend();
  const { stage, isWindowOpen } = frame;
  const { opened, setOpened } = useOpened(stage, isWindowOpen);
  const close = () => setOpened(NOTHING);
  const openActions = () => setOpened(opened.what === "actions" ? NOTHING : { what: "actions", path: [] });
  const hasPanel = stage.screen?.panel !== undefined || stage.toast?.primaryAction !== undefined;
  const press = ({ key, modifiers }: KeyStroke) => send({ type: "key", key, modifiers: [...modifiers] });

  const showSubmenu = (entry: PanelEntry | undefined) =>
    setOpened(entry === undefined ? NOTHING : { what: "actions", path: [entry.id] });

  const doRoute = (route: KeyRoute, stroke: KeyStroke): boolean => {
    switch (route) {
      case "browser":
        if (isTyping(stroke)) focusSearch();
        return false;
      case "actions":
        if (hasPanel) openActions();
        return true;
      case "dropdown":
        setOpened(opened.what === "dropdown" ? NOTHING : { what: "dropdown" });
        return true;
      case "host":
        if (opened.what === "nothing" || stroke.key !== "escape") press(stroke);
        showSubmenu(submenuFor(stage.screen?.panel, stroke));
        return true;
    }
  };
  useKeys((stroke) => {
    if (!isWindowOpen || stage.alert !== undefined || stage.crash !== undefined || isOnControl(stroke)) return false;
    return doRoute(keyRoute(stroke, keyPlace(stage.screen, opened.what !== "nothing"), isMac), stroke);
  });

  const top = screens.at(-1);
  return (
    <main
      class={`window${isWindowOpen ? "" : " is-closed"}`}
      inert={!isWindowOpen}
      aria-label="Window"
      onMouseDown={keepFocus}
    >
      <div class="screens">
        {screens.map(({ id, screen }, depth) => (
          <ScreenView
            key={id}
            screen={screen}
            isOnTop={screen.key === stage.screen?.key}
            hasFocus={
              isWindowOpen && screen.key === stage.screen?.key && opened.what === "nothing" && stage.alert === undefined
            }
            canGoBack={stage.canGoBack || depth > 0}
            isDropdownOpen={screen === top?.screen && opened.what === "dropdown"}
            onDropdownOpenChange={(isOpen) => setOpened(isOpen ? { what: "dropdown" } : NOTHING)}
          />
        ))}
        {stage.screen === undefined && <BlankScreen stage={stage} />}
      </div>
      <Footer
        stage={stage}
        areActionsOpen={opened.what === "actions"}
        onActions={openActions}
        onPrimaryAction={(entry) => {
          if (stage.screen !== undefined) send({ type: "action", screen: stage.screen.key, id: entry.id });
          showSubmenu(entry.submenu === undefined ? undefined : entry);
        }}
      />
      {opened.what === "actions" && stage.screen !== undefined && (
        <ActionPanel
          screenKey={stage.screen.key}
          panel={stage.screen.panel}
          toast={stage.toast}
          path={opened.path}
          onPath={(path) => setOpened({ what: "actions", path })}
          onClose={close}
        />
      )}
      {stage.alert !== undefined && isWindowOpen && <AlertView alert={stage.alert} />}
    </main>
  );
}

/** What is open over the screen: nothing any more once another screen, a question or the end comes. */
function useOpened(stage: Stage, isWindowOpen: boolean) {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const key = stage.screen?.key;
  const isInterrupted = stage.alert !== undefined || !isWindowOpen;
  useLayoutEffect(() => {
    setOpened(NOTHING);
  }, [key, isInterrupted]);
  return { opened, setOpened };
}

/** Before the first screen, and after the last. */
function BlankScreen({ stage }: { stage: Stage }) {
  return (
    <section class="screen">
      <TopBar canGoBack={stage.canGoBack} isLoading={stage.crash === undefined} />
      <div class="screen-body">{stage.crash !== undefined && <CrashView crash={stage.crash} />}</div>
    </section>
  );
}

/** Return and Space on a button that was tabbed to press that button. */
const isOnControl = ({ key, modifiers }: KeyStroke): boolean =>
  modifiers.length === 0 &&
  (key === "return" || key === "space") &&
  (document.activeElement instanceof HTMLButtonElement || document.activeElement instanceof HTMLAnchorElement);

/** A click on what cannot hold the focus leaves it where it is. */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  if (
    event.target.closest(
      'input, textarea, label, a, [tabindex="0"], button:not([tabindex="-1"]), .markdown, .selectable',
    ) === null
  )
    event.preventDefault();
}
