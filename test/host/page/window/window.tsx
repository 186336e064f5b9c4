import { useCallback } from "preact/hooks";
import type { Frame, PanelEntry, Screen, Stage } from "../../frame/frame";
import { ActionPanel } from "../actions/action-panel";
import { useSend } from "../host-context";
import { TypedInput } from "../typed-input";
import { AlertView } from "./alert-view";
import { CrashView } from "./crash-view";
import { Footer } from "./footer";
import { NOTHING, useOpened } from "./opened";
import { ScreenView } from "./screen-view";
import { TopBar } from "./top-bar";
import { useWindowKeys } from "./use-window-keys";
import "./window.css";

interface WindowProps {
  readonly frame: Frame;
  readonly screens: readonly Screen[];
}

/** Raycast's window. Closed, it stays in the page unseen, so that it opens as it was. */
export function Window({ frame, screens }: WindowProps) {
  const send = useSend();
  const { stage, isWindowOpen } = frame;
  const { screen: top, toast, alert } = stage;
  const { opened, setOpened } = useOpened(stage, isWindowOpen);
  const toggleActions = () => {
    const hasActions = top !== undefined && (top.panel !== undefined || toast?.primaryAction !== undefined);
    setOpened(hasActions && opened.what !== "actions" ? { what: "actions", path: [] } : NOTHING);
  };
  const showDropdown = useCallback(
    (isOpen: boolean) => setOpened(isOpen ? { what: "dropdown" } : NOTHING),
    [setOpened],
  );
  const close = useCallback(() => setOpened(NOTHING), [setOpened]);
  const showSubmenu = (entry: PanelEntry | undefined) =>
    setOpened(entry === undefined ? NOTHING : { what: "actions", path: [entry.id] });
  const runPrimary = (entry: PanelEntry) => {
    if (top !== undefined) send({ type: "action", screen: top.key, id: entry.id });
    showSubmenu(entry.submenu === undefined ? undefined : entry);
  };
  const isListening = isWindowOpen && alert === undefined && stage.crash === undefined;
  useWindowKeys({
    stage,
    isListening,
    opened,
    onActions: toggleActions,
    onDropdown: () => showDropdown(opened.what !== "dropdown"),
    onSubmenu: showSubmenu,
  });

  return (
    <main class={`window${isWindowOpen ? "" : " is-closed"}`} inert={!isWindowOpen} aria-label="Window">
      <div class="screens">
        {screens.map((screen) => {
          const isOnTop = screen.key === top?.key;
          return (
            <ScreenView
              key={screen.key}
              screen={screen}
              isOnTop={isOnTop}
              hasFocus={isOnTop && isListening && opened.what === "nothing"}
              canGoBack={stage.canGoBack}
              isDropdownOpen={isOnTop && opened.what === "dropdown"}
              onDropdownOpenChange={showDropdown}
            />
          );
        })}
        {top === undefined && <BlankScreen stage={stage} />}
      </div>
      <Footer
        stage={stage}
        areActionsOpen={opened.what === "actions"}
        onActions={toggleActions}
        onPrimaryAction={runPrimary}
      />
      {opened.what === "actions" && top !== undefined && (
        <ActionPanel
          screenKey={top.key}
          panel={top.panel}
          toast={toast}
          path={opened.path}
          onPath={(path) => setOpened({ what: "actions", path })}
          onClose={close}
        />
      )}
      {alert !== undefined && isWindowOpen && <AlertView alert={alert} />}
    </main>
  );
}

/** Before the first screen, and after the last. */
function BlankScreen({ stage }: { stage: Stage }) {
  const send = useSend();
  return (
    <section class="screen">
      <TopBar canGoBack={stage.canGoBack} isLoading={stage.crash === undefined}>
        {stage.crash === undefined && (
          <TypedInput
            class="search-input"
            aria-label="Search"
            text=""
            onType={(text, was) => send({ type: "search", screen: "", text, was })}
          />
        )}
      </TopBar>
      <div class="screen-body">{stage.crash !== undefined && <CrashView crash={stage.crash} />}</div>
    </section>
  );
}
