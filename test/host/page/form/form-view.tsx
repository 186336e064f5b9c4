import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Field, FormRow, FormScreen } from "../../frame/frame";
import { useAck, useSend } from "../host-context";
import { IconView } from "../icon";
import { CheckboxField } from "./checkbox-field";
import { DateField } from "./date-field";
import { DropdownField } from "./dropdown-field";
import type { FieldProps, FieldValue } from "./field-props";
import { FilesField } from "./files-field";
import { TagsField } from "./tags-field";
import { TextField } from "./text-field";
import "./form.css";

interface FormProps {
  readonly screen: FormScreen;
  /** The keys are its own: nothing lies over it. */
  readonly hasFocus: boolean;
}

/** A form: labels at the left, fields in the middle, what is wrong with them at the right. */
export function FormView({ screen, hasFocus }: FormProps) {
  const send = useSend();
  const onFocus = useFocusedField(screen, hasFocus);
  const onChange = (id: string, value: FieldValue) => send({ type: "field", screen: screen.key, id, value });

  return (
    <div class="form-scroll">
      {screen.link !== undefined && <FormLink link={screen.link} />}
      <div class="form" role="form" aria-label={screen.navigationTitle}>
        {screen.rows.map((row, index) =>
          isField(row) ? (
            <FieldRow key={row.id} field={row} inputId={inputIdOf(screen.key, row.id)}>
              <FieldView
                field={row}
                inputId={inputIdOf(screen.key, row.id)}
                onFocus={() => onFocus(row.id)}
                onChange={(value) => onChange(row.id, value)}
                onSearch={(text) => send({ type: "dropdownSearch", screen: screen.key, text })}
              />
            </FieldRow>
          ) : (
            <PlainRow key={`row ${index}`} row={row} />
          ),
        )}
      </div>
    </div>
  );
}

const isField = (row: FormRow): row is Field => row.kind !== "description" && row.kind !== "separator";

/**
 * Keeps the focus where the person put it, or where the command did after that. Gives what a field calls when it gets
 * the focus.
 */
function useFocusedField({ key, focusedId }: FormScreen, hasFocus: boolean): (id: string) => void {
  const send = useSend();
  const ack = useAck();
  // What both sides know; a deed on its way makes what the frame says old.
  const knownRef = useRef<string>(undefined);
  const sentRef = useRef(0);

  useLayoutEffect(() => {
    if (focusedId === undefined || focusedId === knownRef.current || ack < sentRef.current) return;
    knownRef.current = focusedId;
    if (hasFocus) focusElement(inputIdOf(key, focusedId));
  });

  // The keys come back to it: from a screen above, or a panel.
  useLayoutEffect(() => {
    if (hasFocus && knownRef.current !== undefined) focusElement(inputIdOf(key, knownRef.current));
  }, [hasFocus, key]);

  return (id) => {
    if (id === knownRef.current) return;
    knownRef.current = id;
    sentRef.current = send({ type: "focus", screen: key, id });
  };
}

const inputIdOf = (screen: string, field: string): string => `${screen}-${field}`;

function focusElement(id: string): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

function FormLink({ link }: { link: NonNullable<FormScreen["link"]> }) {
  const send = useSend();
  return (
    <button type="button" class="form-link" tabIndex={-1} onClick={() => send({ type: "open", target: link.target })}>
      {link.text}
      <IconView icon={{ kind: "symbol", name: "arrow-ne-16" }} size={12} />
    </button>
  );
}

function FieldRow({ field, inputId, children }: { field: Field; inputId: string; children: ComponentChildren }) {
  return (
    <div class={`form-row is-${field.kind}${field.error === undefined ? "" : " is-invalid"}`}>
      <label class="form-label" for={inputId}>
        {field.title}
      </label>
      <div>{children}</div>
      <div class="form-aside">
        {field.info !== undefined && field.info !== "" && (
          <span class="form-info">
            <IconView icon={{ kind: "symbol", name: "info-01-16" }} />
            <span class="form-tooltip floating" role="tooltip">
              {field.info}
            </span>
          </span>
        )}
        {field.error !== undefined && (
          <span class="form-error" id={`${inputId}-error`} role="alert">
            {field.error}
          </span>
        )}
      </div>
    </div>
  );
}

function FieldView(
  props: FieldProps<Field["kind"]> & { readonly field: Field; readonly onSearch: (text: string) => void },
) {
  const { field, onSearch, ...rest } = props;
  switch (field.kind) {
    case "text":
    case "password":
    case "multiline":
      return <TextField field={field} {...rest} />;
    case "checkbox":
      return <CheckboxField field={field} {...rest} />;
    case "date":
      return <DateField field={field} {...rest} />;
    case "dropdown":
      return <DropdownField field={field} {...rest} onSearch={onSearch} />;
    case "tags":
      return <TagsField field={field} {...rest} />;
    case "files":
      return <FilesField field={field} {...rest} />;
  }
}

function PlainRow({ row }: { row: Exclude<FormRow, Field> }) {
  if (row.kind === "separator") return <hr class="form-separator" />;
  return (
    <div class="form-row is-description">
      <div class="form-label">{row.title}</div>
      <div class="form-description">{row.text}</div>
    </div>
  );
}
