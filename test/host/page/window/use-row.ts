import { useEffect, useRef } from "preact/hooks";
import { useSend } from "../host-context";

interface RowState {
  readonly screenKey: string;
  readonly id: string;
  readonly isSelected: boolean;
}

/**
 * What a row or a cell does: it comes into view when it is selected; a click selects it, and one on the selected row,
 * or the second of two, does what Return does.
 */
export function useRow<E extends HTMLElement>({ screenKey, id, isSelected }: RowState) {
  const send = useSend();
  const elementRef = useRef<E>(null);
  const hasRunRef = useRef(false);
  useEffect(() => {
    if (isSelected) elementRef.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);

  const onClick = ({ detail: clicks }: MouseEvent) => {
    if (clicks === 1 && !isSelected) {
      hasRunRef.current = false;
      send({ type: "select", screen: screenKey, id });
    } else if (clicks === 1 || (clicks === 2 && !hasRunRef.current)) {
      hasRunRef.current = true;
      send({ type: "key", key: "return", modifiers: [] });
    }
  };
  return { elementRef, onClick };
}
