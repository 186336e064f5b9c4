import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const NEAR = 4;

/**
 * Keeps a text where the person scrolled it to while it grows. Only one who scrolled to its end stays at the end. Gives
 * what to call when it scrolls.
 */
export function useFollowEnd(scrollerRef: RefObject<HTMLElement | null>, content: unknown): () => void {
  const isAtEndRef = useRef(false);
  useLayoutEffect(() => {
    const element = scrollerRef.current;
    if (element !== null && isAtEndRef.current) element.scrollTop = element.scrollHeight;
  }, [scrollerRef, content]);
  return () => {
    const element = scrollerRef.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    isAtEndRef.current = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - NEAR;
  };
}
