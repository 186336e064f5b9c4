import { findAll, isOfType, type ElementNode } from "./elements";
import { fieldsOf } from "./form-state";
import type { Host } from "./host";
import { dropdownOf, dropdownValue, searchText } from "./list-state";
import { emptyViewOf, fieldView, itemViews, markdownOf, metadataOf, panelOf, type ViewNode } from "./screen";

/** What a person sees, as lines of text: to read in a failed test, and to compare. */
export function screenText(view: ViewNode | undefined, host: Host): string {
  return [...(view ? viewLines(view) : ["(nothing is drawn)"]), ...messageLines(host)].join("\n");
}

function viewLines(view: ViewNode): string[] {
  const head = [view.props.navigationTitle ?? "", view.props.isLoading ? "(loading)" : ""];
  return [
    ...[head.filter((text) => text !== "").join(" ")].filter((text) => text !== ""),
    ...(isOfType(view, "List") ? listLines(view) : isOfType(view, "Form") ? formLines(view) : []),
    ...indented("| ", markdownOf(view)),
    ...metadataOf(view).map(({ title, text }) => (title === "" ? "  ---" : `  ${title}: ${text}`)),
    ...actionLine(view),
  ];
}

function listLines(list: ElementNode<"List">): string[] {
  const dropdown = dropdownOf(list);
  const search = searchText(list) || (list.props.searchBarPlaceholder ?? "Search…");
  const lines = [`[${search}]${dropdown ? ` [${dropdownValue(dropdown) ?? ""} ▾]` : ""}`];
  let section = "";
  for (const item of itemViews(list)) {
    if (item.section !== section) lines.push(item.section);
    section = item.section;
    const texts = [item.title, item.subtitle, ...item.accessories.map((text) => `(${text})`)];
    lines.push(`${item.isSelected ? "›" : " "} ${texts.filter((text) => text !== "").join("  ")}`);
  }
  const empty = emptyViewOf(list)?.props;
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
