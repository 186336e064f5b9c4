import {
  createElement,
  forwardRef,
  useImperativeHandle,
  useRef,
  type ForwardRefExoticComponent,
  type FunctionComponent,
  type PropsWithoutRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from "react";
import type { Form } from "@raycast/api";
import { checkValue } from "./check-values";
import type { ElementType, FieldNode, FieldType } from "../command/elements";
import { focusField, resetField } from "../command/form-state";
import { HostError } from "../command/host-error";

/** Where a prop that holds elements is drawn. */
type SlotRule = "actions" | "alternate" | "detail" | "metadata" | "dropdown" | "linkAccessory";

/** "required" and "optional" as Raycast's types have them; the name of a slot for a prop that holds elements. */
type Rule<P, K extends keyof P> = K extends "children"
  ? "children"
  : object extends Pick<P, K>
    ? "optional" | SlotRule
    : "required";

/** A rule for every prop of a component: TypeScript refuses a table with a prop missing, invented or wrongly optional. */
export type Rules<P> = { readonly [K in keyof P]-?: Rule<P, K> };

/** Throws a HostError for a prop that the component does not have, or lacks, or whose value Raycast would not draw. */
export function checkProps<P extends object>(name: string, rules: Rules<P>, props: P): void {
  const given = { ...props } as Readonly<Record<string, unknown>>;
  for (const [prop, value] of Object.entries(given)) {
    if (!Object.hasOwn(rules, prop)) throw new HostError(`<${name}> has no prop "${prop}".`);
    checkValue(name, prop, value);
  }
  for (const [prop, rule] of Object.entries(rules)) {
    if (rule === "required" && given[prop] == null) throw new HostError(`<${name}> needs the prop "${prop}".`);
  }
}

/** A component that checks its props, draws itself as one element of the tree, and does not take deprecated props. */
export function component<P extends object, Deprecated extends keyof P = never>(
  type: ElementType,
  rules: Rules<Omit<P, Deprecated>>,
): FunctionComponent<P> {
  const Component = (props: P) => {
    checkProps<object>(type, rules, props);
    return draw(type, rules, props);
  };
  Component.displayName = type;
  return Component;
}

/** The same for a field of a form, which can be focused and reset through its ref. */
export function field<P extends object>(
  type: FieldType,
  rules: Rules<P>,
): ForwardRefExoticComponent<PropsWithoutRef<P> & RefAttributes<Form.ItemReference>> {
  const Field = forwardRef<Form.ItemReference, P>((props, ref) => {
    const node = useRef<FieldNode>(null);
    useImperativeHandle(ref, () => ({
      focus: () => node.current && focusField(node.current),
      reset: () => node.current && resetField(node.current),
    }));
    checkProps<object>(type, rules, props);
    return draw(type, rules, { ...props, ref: node });
  });
  Field.displayName = type;
  return Field;
}

function draw(type: ElementType, rules: object, props: object): ReactElement {
  const ruleOf = new Map<string, unknown>(Object.entries(rules));
  const drawn: Record<string, unknown> = {};
  const slots: ReactNode[] = [];
  let children: ReactNode;
  for (const [prop, value] of Object.entries(props) as [string, ReactNode][]) {
    const rule = ruleOf.get(prop);
    if (rule === "children") children = value;
    else if (typeof rule !== "string" || rule === "required" || rule === "optional") drawn[prop] = value;
    else if (value) slots.push(createElement(rule, { key: rule }, value));
  }
  // The children keep the first place: were a slot before them, its coming and going would mount them anew.
  return createElement(type, drawn, children, ...slots);
}
