import type { Action, ActionPanel, Detail, Form, Grid, List, MenuBarExtra } from "@raycast/api";

/** What a form holds: the value of each field under its id. */
export type FormValues = Record<string, Form.Value>;

/** An action of whatever kind, reduced to what a panel shows and what happens when it is chosen. */
export interface ActionElement {
  /** The component that drew it, such as "Action.Push". */
  readonly kind: string;
  readonly title: string;
  readonly icon?: Action.Props["icon"];
  readonly style?: Action.Style;
  readonly shortcut?: Action.Props["shortcut"];
  readonly autoFocus?: boolean;
  /** Does it. Only Action.SubmitForm looks at the values. What comes back may be a promise. */
  readonly run: (values: FormValues) => unknown;
}

/** Props that hold elements are drawn as children, so that the tree has one kind of branch. */
type Drawn<P> = Omit<P, "actions" | "alternate" | "children" | "detail" | "metadata" | "searchBarAccessory">;
type NoProps = object;

/** Every element of the tree with its props. Names in lower case are slots: where a prop held elements. */
interface ElementProps {
  Screen: NoProps;
  MenuBar: NoProps;
  List: Drawn<List.Props>;
  "List.Section": Drawn<List.Section.Props>;
  "List.Item": Drawn<List.Item.Props>;
  "List.Item.Detail": Drawn<List.Item.Detail.Props>;
  "List.EmptyView": Drawn<List.EmptyView.Props>;
  "List.Dropdown": Drawn<List.Dropdown.Props>;
  "List.Dropdown.Section": Drawn<List.Dropdown.Section.Props>;
  "List.Dropdown.Item": Drawn<List.Dropdown.Item.Props>;
  Grid: Drawn<Grid.Props>;
  "Grid.Section": Drawn<Grid.Section.Props>;
  "Grid.Item": Drawn<Grid.Item.Props>;
  "Grid.EmptyView": Drawn<Grid.EmptyView.Props>;
  Detail: Drawn<Detail.Props>;
  Metadata: NoProps;
  "Metadata.Label": Detail.Metadata.Label.Props;
  "Metadata.Link": Detail.Metadata.Link.Props;
  "Metadata.Separator": NoProps;
  "Metadata.TagList": Drawn<Detail.Metadata.TagList.Props>;
  "Metadata.TagList.Item": Detail.Metadata.TagList.Item.Props;
  Form: Drawn<Form.Props>;
  "Form.TextField": Form.TextField.Props;
  "Form.PasswordField": Form.PasswordField.Props;
  "Form.TextArea": Form.TextArea.Props;
  "Form.Checkbox": Form.Checkbox.Props;
  "Form.DatePicker": Form.DatePicker.Props;
  "Form.Dropdown": Drawn<Form.Dropdown.Props>;
  "Form.Dropdown.Section": Drawn<Form.Dropdown.Section.Props>;
  "Form.Dropdown.Item": Form.Dropdown.Item.Props;
  "Form.TagPicker": Drawn<Form.TagPicker.Props>;
  "Form.TagPicker.Item": Form.TagPicker.Item.Props;
  "Form.FilePicker": Form.FilePicker.Props;
  "Form.Description": Form.Description.Props;
  "Form.Separator": NoProps;
  "Form.LinkAccessory": Form.LinkAccessory.Props;
  ActionPanel: Drawn<ActionPanel.Props>;
  "ActionPanel.Section": Drawn<ActionPanel.Section.Props>;
  "ActionPanel.Submenu": Drawn<ActionPanel.Submenu.Props>;
  Action: ActionElement;
  MenuBarExtra: Drawn<MenuBarExtra.Props>;
  "MenuBarExtra.Section": Drawn<MenuBarExtra.Section.Props>;
  "MenuBarExtra.Submenu": Drawn<MenuBarExtra.Submenu.Props>;
  "MenuBarExtra.Item": Drawn<MenuBarExtra.Item.Props>;
  "MenuBarExtra.Separator": NoProps;
  actions: NoProps;
  alternate: NoProps;
  detail: NoProps;
  metadata: NoProps;
  dropdown: NoProps;
  linkAccessory: NoProps;
}

/** The name of an element in the tree. */
export type ElementType = keyof ElementProps;

/** One element of the screen: which, with what props (functions included), holding what. React changes it in place. */
export interface ElementNode<T extends ElementType> {
  readonly type: T;
  props: ElementProps[T];
  readonly children: HostNode[];
}

/** Any element of the screen; its type tells its props. */
export type HostNode = { [T in ElementType]: ElementNode<T> }[ElementType];

const FIELDS = [
  "Form.TextField",
  "Form.PasswordField",
  "Form.TextArea",
  "Form.Checkbox",
  "Form.DatePicker",
  "Form.Dropdown",
  "Form.TagPicker",
  "Form.FilePicker",
] as const satisfies readonly ElementType[];

/** The elements of a form that hold a value. */
export type FieldType = (typeof FIELDS)[number];

/** Any element of a form that holds a value. */
export type FieldNode = { [T in FieldType]: ElementNode<T> }[FieldType];

const MENU = [
  "MenuBarExtra.Item",
  "MenuBarExtra.Section",
  "MenuBarExtra.Submenu",
  "MenuBarExtra.Separator",
] as const satisfies readonly ElementType[];

/** Which elements each element may hold. Whatever is not listed here, Raycast would not show. */
export const CHILDREN: Readonly<Record<ElementType, readonly ElementType[]>> = {
  Screen: ["List", "Grid", "Detail", "Form"],
  MenuBar: ["MenuBarExtra"],
  List: ["List.Item", "List.Section", "List.EmptyView", "actions", "dropdown"],
  "List.Section": ["List.Item"],
  "List.Item": ["actions", "detail"],
  "List.Item.Detail": ["metadata"],
  "List.EmptyView": ["actions"],
  "List.Dropdown": ["List.Dropdown.Item", "List.Dropdown.Section"],
  "List.Dropdown.Section": ["List.Dropdown.Item"],
  "List.Dropdown.Item": [],
  Grid: ["Grid.Item", "Grid.Section", "Grid.EmptyView", "actions", "dropdown"],
  "Grid.Section": ["Grid.Item"],
  "Grid.Item": ["actions"],
  "Grid.EmptyView": ["actions"],
  Detail: ["actions", "metadata"],
  Metadata: ["Metadata.Label", "Metadata.Link", "Metadata.Separator", "Metadata.TagList"],
  "Metadata.Label": [],
  "Metadata.Link": [],
  "Metadata.Separator": [],
  "Metadata.TagList": ["Metadata.TagList.Item"],
  "Metadata.TagList.Item": [],
  Form: [...FIELDS, "Form.Description", "Form.Separator", "actions", "linkAccessory"],
  "Form.TextField": [],
  "Form.PasswordField": [],
  "Form.TextArea": [],
  "Form.Checkbox": [],
  "Form.DatePicker": [],
  "Form.Dropdown": ["Form.Dropdown.Item", "Form.Dropdown.Section"],
  "Form.Dropdown.Section": ["Form.Dropdown.Item"],
  "Form.Dropdown.Item": [],
  "Form.TagPicker": ["Form.TagPicker.Item"],
  "Form.TagPicker.Item": [],
  "Form.FilePicker": [],
  "Form.Description": [],
  "Form.Separator": [],
  "Form.LinkAccessory": [],
  ActionPanel: ["Action", "ActionPanel.Section", "ActionPanel.Submenu"],
  "ActionPanel.Section": ["Action", "ActionPanel.Submenu"],
  "ActionPanel.Submenu": ["Action", "ActionPanel.Section", "ActionPanel.Submenu"],
  Action: [],
  MenuBarExtra: MENU,
  "MenuBarExtra.Section": ["MenuBarExtra.Item", "MenuBarExtra.Submenu", "MenuBarExtra.Separator"],
  "MenuBarExtra.Submenu": MENU,
  "MenuBarExtra.Item": ["alternate"],
  "MenuBarExtra.Separator": [],
  actions: ["ActionPanel"],
  alternate: ["MenuBarExtra.Item"],
  detail: ["List.Item.Detail"],
  metadata: ["Metadata"],
  dropdown: ["List.Dropdown"],
  linkAccessory: ["Form.LinkAccessory"],
};

/** Whether the name is one of the tree's. */
export const isElementType = (name: string): name is ElementType => Object.hasOwn(CHILDREN, name);

/** The elements of one type below a node, in reading order, at any depth. */
export function findAll<T extends ElementType>(node: HostNode, type: T): Extract<HostNode, { type: T }>[] {
  return node.children.flatMap((child) => [...(isOfType(child, type) ? [child] : []), ...findAll(child, type)]);
}

/** The only element of one type directly below a node. */
export function child<T extends ElementType>(node: HostNode, type: T): Extract<HostNode, { type: T }> | undefined {
  return node.children.find((candidate) => isOfType(candidate, type));
}

/** The only element of one type in a slot of a node. */
export function inSlot<T extends ElementType>(
  node: HostNode,
  slot: "alternate" | "detail" | "dropdown" | "linkAccessory" | "metadata",
  type: T,
): Extract<HostNode, { type: T }> | undefined {
  const held = child(node, slot);
  return held && child(held, type);
}

/** Whether a node has the type. */
export function isOfType<T extends ElementType>(node: HostNode, type: T): node is Extract<HostNode, { type: T }> {
  return node.type === type;
}

/** Whether a node is a field of a form. */
export const isField = (node: HostNode): node is FieldNode => FIELDS.some((type) => type === node.type);

/** What an element holds in groups: those of its sections, and between these those without one; none is empty. */
export function groupsOf<S extends HostNode, I extends HostNode>(
  parent: HostNode,
  isSection: (node: HostNode) => node is S,
  isItem: (node: HostNode) => node is I,
): { readonly section: S | undefined; readonly items: I[] }[] {
  const groups: { section: S | undefined; items: I[] }[] = [];
  let loose: I[] | undefined;
  for (const node of parent.children) {
    if (isSection(node)) {
      groups.push({ section: node, items: node.children.filter(isItem) });
      loose = undefined;
    } else if (isItem(node)) {
      if (!loose) groups.push({ section: undefined, items: (loose = []) });
      loose.push(node);
    }
  }
  return groups.filter(({ items }) => items.length > 0);
}
