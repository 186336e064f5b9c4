import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import "./popover.css";

interface PopoverProps {
  /** What it hangs on: below it, or above where there is more room. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align: "start" | "end";
  /** As wide as the anchor; else as wide as it needs. */
  readonly isAnchorWide?: boolean;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A small panel over everything else. Its input or menu has the focus as soon as it shows, for the next key may come at
 * once; what had it before gets it back. A click outside closes it.
 */
export function Popover({ anchor, align, isAnchorWide = false, label, onClose, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const closeRef = useRef(onClose);
  useLayoutEffect(() => {
    closeRef.current = onClose;
  });

  // In the browser's top layer no scrolling or blurred ancestor cuts it off.
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const before = document.activeElement;
    element.showPopover();
    element.querySelector<HTMLElement>("input, [role=menu]")?.focus({ preventScroll: true });
    return () => {
      if (element.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, []);

  useLayoutEffect(() => {
    if (anchor.current !== null && panel.current !== null) place(panel.current, anchor.current, align, isAnchorWide);
  });

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const isIn = (element: HTMLElement | null) => target instanceof Node && element?.contains(target) === true;
      if (!isIn(panel.current) && !isIn(anchor.current)) closeRef.current();
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    return () => document.removeEventListener("pointerdown", onPointerDown, true);
  }, [anchor]);

  return (
    <div
      class="popover floating"
      popover="manual"
      role="dialog"
      aria-label={label}
      ref={panel}
      onKeyDown={keepPlainKeys}
    >
      {children}
    </div>
  );
}

/** What is typed into a popover, and its arrows, mean nothing to what is below it. */
function keepPlainKeys(event: KeyboardEvent): void {
  if (!event.metaKey && !event.ctrlKey && !event.altKey) event.stopPropagation();
}

const GAP = 4;
const EDGE = 8;

function place(panel: HTMLElement, anchor: HTMLElement, align: "start" | "end", isAnchorWide: boolean): void {
  const box = anchor.getBoundingClientRect();
  if (isAnchorWide) panel.style.width = `${box.width}px`;
  const room = window.innerHeight - 2 * EDGE;
  panel.style.maxHeight = `${room}px`;
  const height = panel.offsetHeight;
  const below = box.bottom + GAP;
  const above = box.top - GAP - height;
  // Where it fits neither below nor above, it covers what it hangs on.
  const top = below + height <= room + EDGE ? below : above >= EDGE ? above : room + EDGE - height;
  panel.style.top = `${top}px`;
  const left = align === "start" ? box.left : box.right - panel.offsetWidth;
  panel.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - panel.offsetWidth - EDGE))}px`;
}
