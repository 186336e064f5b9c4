import { useLayoutEffect, useRef } from "preact/hooks";
import type { Screen } from "../../frame/frame";
import { DetailBodyView } from "../detail/detail-body";
import { FormView } from "../form/form-view";
import { memo } from "../memo";
import { GridView } from "./grid-view";
import { ListView } from "./list-view";
import { SearchBarView } from "./search-bar";
import { TopBar } from "./top-bar";

interface ScreenViewProps {
  readonly screen: Screen;
  /** The others are kept as they are, unseen. */
  readonly isOnTop: boolean;
  /** The keys are its own: the window is open and no panel lies over it. */
  readonly hasFocus: boolean;
  readonly canGoBack: boolean;
  readonly isDropdownOpen: boolean;
  readonly onDropdownOpenChange: (isOpen: boolean) => void;
}

/** One screen with its bar. */
export const ScreenView = memo(function ScreenView(props: ScreenViewProps) {
  const { screen, isOnTop, canGoBack } = props;
  const { sectionRef, onFocusIn } = useKeptFocus(props.hasFocus);
  return (
    <section
      ref={sectionRef}
      class={`screen${isOnTop ? "" : " is-below"}`}
      inert={!isOnTop}
      aria-label={screen.navigationTitle}
      onFocusIn={onFocusIn}
    >
      <TopBar canGoBack={canGoBack} isLoading={screen.isLoading}>
        {(screen.kind === "list" || screen.kind === "grid") && <SearchBarView {...props} screen={screen} />}
      </TopBar>
      <div class="screen-body">
        <ScreenBody screen={screen} hasFocus={props.hasFocus} />
      </div>
    </section>
  );
});

/** Gives the focus back to what had it on this screen; at first to the search bar. */
function useKeptFocus(hasFocus: boolean) {
  const sectionRef = useRef<HTMLElement>(null);
  const lastRef = useRef<Element>(null);
  useLayoutEffect(() => {
    const section = sectionRef.current;
    if (!hasFocus || section === null || section.contains(document.activeElement)) return;
    const last = lastRef.current;
    const element = last !== null && section.contains(last) ? last : section.querySelector(".search-input, .markdown");
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }, [hasFocus]);
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof Element) lastRef.current = target;
  };
  return { sectionRef, onFocusIn };
}

function ScreenBody({ screen, hasFocus }: Pick<ScreenViewProps, "screen" | "hasFocus">) {
  switch (screen.kind) {
    case "list":
      return <ListView screen={screen} />;
    case "grid":
      return <GridView screen={screen} />;
    case "detail":
      return <DetailBodyView body={screen.body} screenKey={screen.key} />;
    case "form":
      return <FormView screen={screen} hasFocus={hasFocus} />;
  }
}
