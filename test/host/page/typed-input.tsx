import type { AllHTMLAttributes, TargetedEvent } from "preact";
import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import { useAck } from "./host-context";
import { afterHearing, afterTyping, movedCaret, type TypedText } from "./typed-text";

type TextElement = HTMLInputElement | HTMLTextAreaElement;
type Attributes = Pick<
  AllHTMLAttributes<TextElement>,
  | "id"
  | "class"
  | "placeholder"
  | "onFocus"
  | "onKeyDown"
  | "aria-label"
  | "aria-invalid"
  | "aria-describedby"
  | "aria-controls"
  | "aria-expanded"
  | "aria-activedescendant"
>;

interface TypedInputProps extends Attributes {
  /** What the host says that it holds. */
  readonly text: string;
  /** Tells the host the whole new text, and what it was before; gives the number of the deed. */
  readonly onType: (text: string, was: string) => number;
  readonly type?: "text" | "password";
  readonly isMultiline?: boolean;
  /** Of an input that chooses from a list beside it. */
  readonly role?: "combobox";
}

/**
 * An input in which no keystroke is lost: its text is the page's while edits are on the way. The element is made once
 * and its value touched only where it differs, so that caret, undo and input methods work as in any other.
 */
export function TypedInput(props: TypedInputProps) {
  const { text, onType, type = "text", isMultiline = false, role, ...attributes } = props;
  const elementRef = useRef<TextElement>(null);
  const typedRef = useRef<TypedText>({ shown: text, pending: [] });
  const isComposingRef = useRef(false);
  const ack = useAck();

  const hear = (hostText: string, upTo: number) => {
    if (isComposingRef.current || elementRef.current === null) return;
    typedRef.current = afterHearing(typedRef.current, hostText, upTo);
    show(elementRef.current, typedRef.current.shown);
  };
  useLayoutEffect(() => hear(text, ack));

  const onInput = ({ currentTarget }: TargetedEvent<TextElement>) => {
    const { value } = currentTarget;
    const was = typedRef.current.shown;
    if (isComposingRef.current || value === was) return;
    typedRef.current = afterTyping(typedRef.current, value, onType(value, was));
  };
  const handlers = {
    onInput,
    // A letter that is being put together belongs to the input method until it is done.
    onCompositionStart: () => {
      isComposingRef.current = true;
    },
    onCompositionEnd: (event: TargetedEvent<TextElement>) => {
      isComposingRef.current = false;
      onInput(event);
      hear(text, ack);
    },
  };
  const setElement = useCallback((made: TextElement | null) => {
    elementRef.current = made;
  }, []);
  const shared = { ...PLAIN, ...attributes, ...handlers };
  if (isMultiline) return <textarea {...shared} ref={setElement} />;
  if (type === "password") return <input {...shared} type="password" ref={setElement} />;
  return <input {...shared} {...(role === undefined ? {} : { role })} type="text" ref={setElement} />;
}

/** The browser keeps its own ideas of what was meant to itself. */
const PLAIN = { spellcheck: false, autocomplete: "off", autoCorrect: "off", autocapitalize: "off" } as const;

function show(element: TextElement, text: string): void {
  const { value, selectionStart, selectionEnd } = element;
  if (value === text) return;
  element.value = text;
  if (document.activeElement !== element) return;
  element.setSelectionRange(
    movedCaret(value, text, selectionStart ?? value.length),
    movedCaret(value, text, selectionEnd ?? value.length),
  );
}
