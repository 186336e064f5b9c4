import { findAll, isOfType, type ElementNode } from "./elements";
import { fieldsOf } from "./form-state";
import type { Host } from "./host";
import { isCollection, type CollectionNode } from "./collection";
import { emptyViewOf, searchText } from "./collection-state";
import { dropdownOf, dropdownValue } from "./dropdown-state";
import { cellViews, itemViews } from "./item-view";
import { fieldView, markdownOf, metadataOf, panelOf, type ViewNode } from "./screen";

/** What a person sees, as lines of text: to read in a failed test, and to compare. */
export function screenText(view: ViewNode | undefined, host: Host): string {
  return [...(view ? viewLines(view) : ["(nothing is drawn)"]), ...messageLines(host)].join("\n");
}

function viewLines(view: ViewNode): string[] {
  const head = [view.props.navigationTitle ?? "", view.props.isLoading ? "(loading)" : ""];
  return [
    ...[head.filter((text) => text !== "").join(" ")].filter((text) => text !== ""),
    ...(isCollection(view) ? collectionLines(view) : isOfType(view, "Form") ? formLines(view) : []),
    ...indented("| ", markdownOf(view)),
    ...metadataOf(view).map(({ title, text }) => (title === "" ? "  ---" : `  ${title}: ${text}`)),
    ...actionLine(view),
  ];
}

function collectionLines(view: CollectionNode): string[] {
  const dropdown = dropdownOf(view);
  const search = searchText(view) || (view.props.searchBarPlaceholder ?? "Search…");
  const lines = [`[${search}]${dropdown ? ` [${dropdownValue(dropdown) ?? ""} ▾]` : ""}`];
  let section = "";
  for (const item of isOfType(view, "List") ? itemViews(view) : cellViews(view)) {
    if (item.section !== section) lines.push(item.section);
    section = item.section;
    const accessories = "accessories" in item ? item.accessories.map((text) => `(${text})`) : [];
    const texts = [item.title, item.subtitle, ...accessories];
    lines.push(`${item.isSelected ? "›" : " "} ${texts.filter((text) => text !== "").join("  ")}`);
  }
  const empty = emptyViewOf(view)?.props;
  return empty ? [...lines, `  ${empty.title ?? ""}`, `  ${empty.description ?? ""}`] : lines;
}

function formLines(form: ElementNode<"Form">): string[] {
  const descriptions = findAll(form, "Form.Description").map(({ props }) =>
    `${props.title ?? ""} ${props.text}`.trim(),
  );
  const fields = fieldsOf(form).map((node) => {
    const { title, id, value, error } = fieldView(node);
    return `${title || id}: ${JSON.stringify(value)}${error === undefined ? "" : `  ! ${error}`}`;
  });
  return [...descriptions, ...fields].map((line) => `  ${line}`);
}

function actionLine(view: ViewNode): string[] {
  const actions = panelOf(view).map(({ view: { title, shortcut } }) => `${title} ${shortcut}`.trim());
  return actions.length === 0 ? [] : [`actions: ${actions.join(" · ")}`];
}

function messageLines({ currentToast, alert }: Host): string[] {
  const toast = currentToast && [currentToast.title, currentToast.message].filter(Boolean).join(": ");
  return [
    ...(currentToast ? [`toast (${currentToast.style.toLowerCase()}): ${toast ?? ""}`] : []),
    ...(alert ? [`alert: ${alert.options.title}`] : []),
  ];
}

const indented = (mark: string, text: string) => (text === "" ? [] : text.split("\n").map((line) => mark + line));
