import { createElement, type ComponentType, type ReactNode } from "react";
import type * as Raycast from "@raycast/api";
import { pathOf } from "../api/clipboard";
import { NavigationContext } from "../api/navigation";
import { isCollection, repeatedId, type CollectionNode } from "./collection";
import { selectedItem, settleSelection, typeSearch } from "./collection-state";
import { settleDropdown } from "./dropdown-state";
import { isOfType, type ElementNode } from "./elements";
import { keepDraft, keepSubmitted, restoreFields } from "./form-memory";
import { fieldsOf, formValues } from "./form-state";
import { emit, enter, type World } from "./host";
import { HostError } from "./host-error";
import { HostedCommand } from "./hosted-command";
import { viewOf, type PanelEntry, type ViewNode } from "./screen";
import { screenText } from "./screen-text";

interface PushedView {
  readonly key: number;
  readonly element: ReactNode;
  readonly onPop?: (() => void) | undefined;
}

/** A view command that runs: its screens, one over the other. */
export class RunningCommand extends HostedCommand {
  /** The stack of screens, the one on top last. All of them stay mounted. React changes it in place. */
  readonly screens: ElementNode<"Screen">[];
  readonly #navigation: Raycast.Navigation = {
    push: (element, onPop) => this.#push(element, onPop),
    pop: () => this.pop(),
  };
  #stack: PushedView[] = [];
  #pushes = 0;

  constructor(Command: ComponentType<never>, launchProps: Raycast.LaunchProps, world: World) {
    const screens: ElementNode<"Screen">[] = [];
    super(world, screens);
    this.screens = screens;
    this.host.clearSearchBar = () => this.#clearSearchBar();
    this.host.quickLook = () => this.#quickLook();
    this.host.submitting = () => this.#submitting();
    this.host.leave = (keepsDraft) => this.#leave(keepsDraft);
    // Raycast hands every command the same props; which of them it declares is its own affair.
    const element = createElement(Command, launchProps as never);
    this.start(() => this.#push(element));
  }

  /** The list, grid, detail or form of the screen on top. */
  get view(): ViewNode {
    const view = this.#topView();
    if (!view) throw new HostError("Nothing is drawn.");
    return view;
  }

  override text(): string {
    return screenText(this.#topView(), this.host);
  }

  /** Does an action, or opens a submenu. One that rejects is the end of the command, as in Raycast. */
  press(node: PanelEntry["node"]): void {
    const { view } = this;
    const values = isOfType(view, "Form") ? formValues(fieldsOf(view)) : {};
    this.watch(isOfType(node, "Action") ? node.props.run(values) : node.props.onOpen?.());
  }

  /** The screen on top goes. Without another below, the command ends, as with Esc in Raycast. */
  pop(): void {
    const popped = this.#stack.at(-1);
    if (this.#stack.length <= 1) {
      this.end();
      return;
    }
    this.#stack = this.#stack.slice(0, -1);
    this.#draw();
    popped?.onPop?.();
  }

  protected override settle(): void {
    const view = this.#topView();
    if (!view) return;
    if (isCollection(view)) this.#settleCollection(view);
    else if (isOfType(view, "Form")) restoreFields(view);
    this.flush();
  }

  protected override end(): void {
    this.#leave();
  }

  #leave(keepsDraft = true): void {
    // Raycast has no drafts for the forms of pushed views.
    const first = this.screens[0] && viewOf(this.screens[0]);
    if (keepsDraft && !this.hasEnded && first && isOfType(first, "Form")) enter(this.host, () => keepDraft(first));
    super.end();
  }

  #push(element: ReactNode, onPop?: () => void): void {
    this.#stack = [...this.#stack, { key: this.#pushes++, element, onPop }];
    this.#draw();
  }

  #draw(): void {
    const screens = this.#stack.map(({ key, element }) => createElement("Screen", { key }, element));
    this.draw(createElement(NavigationContext.Provider, { value: this.#navigation }, ...screens));
  }

  #settleCollection(view: CollectionNode): void {
    const id = repeatedId(view);
    if (id !== undefined) {
      this.fail(new HostError(`Two <${view.type}.Item> have the id "${id}".`));
      return;
    }
    settleDropdown(view);
    const selection = settleSelection(view);
    if (selection !== undefined) view.props.onSelectionChange?.(selection);
  }

  #topView(): ViewNode | undefined {
    const screen = this.screens.at(-1);
    return screen && viewOf(screen);
  }

  #quickLook(): void {
    const view = this.#topView();
    const path = view && isCollection(view) ? selectedItem(view)?.props.quickLook?.path : undefined;
    if (path === undefined) throw new HostError("Quick Look needs a selected row with the prop quickLook.");
    emit({ kind: "quick look", path: pathOf(path) });
  }

  #clearSearchBar(): void {
    const view = this.#topView();
    if (view && isCollection(view)) typeSearch(view, "");
  }

  #submitting(): (outcome: unknown) => void {
    const view = this.#topView();
    return (outcome) => {
      if (outcome !== false && view && isOfType(view, "Form")) keepSubmitted(view);
    };
  }
}
