import { createElement, type ComponentType, type ReactNode } from "react";
import type * as Raycast from "@raycast/api";
import { isOfType, type ElementNode } from "./elements";
import { pathOf } from "../api/clipboard";
import { closeHost, emit, enter, openHost, type Host, type World } from "./host";
import { HostError } from "./host-error";
import { repeatedId, selectedItem, settleSelection, typeSearch } from "./list-state";
import { NavigationContext } from "../api/navigation";
import { viewOf, type ViewNode } from "./screen";
import { screenText } from "./screen-text";
import { createRoot, type Root } from "./tree";
import { createWaiting, type Waiting } from "./waiting";

interface PushedView {
  readonly key: number;
  readonly element: ReactNode;
  readonly onPop?: (() => void) | undefined;
}

/**
 * A command that runs: its screens, one over the other, and its life from launch to the closing of the window. Whatever
 * goes wrong in it is kept and thrown at the next touch, so that no test passes over it.
 */
export class RunningCommand {
  readonly host: Host;
  /** The stack of screens, the one on top last. All of them stay mounted. React changes it in place. */
  readonly screens: ElementNode<"Screen">[] = [];
  readonly #root: Root;
  readonly #waiting: Waiting;
  readonly #navigation: Raycast.Navigation = {
    push: (element, onPop) => this.#push(element, onPop),
    pop: () => this.pop(),
  };
  readonly #listeners = new Set<() => void>();
  #stack: PushedView[] = [];
  #pushes = 0;
  #unsettled = false;
  #failure: { readonly error: Error; thrown: boolean } | undefined;
  #closed = false;

  constructor(Command: ComponentType<never>, launchProps: Raycast.LaunchProps, world: World) {
    this.host = openHost(world);
    this.host.onChange = () => this.#changed();
    this.host.clearSearchBar = () => this.#clearSearchBar();
    this.host.quickLook = () => this.#quickLook();
    this.host.leave = () => this.#end();
    this.#waiting = createWaiting(
      () => this.#problem(),
      () => this.text(),
    );
    const container = { children: this.screens, onCommit: () => this.#afterCommit() };
    this.#root = createRoot(container, (error) => this.fail(error));
    // Raycast hands every command the same props; which of them it declares is its own affair.
    const element = createElement(Command, launchProps as never);
    try {
      this.act(() => this.#push(element));
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** The list, detail or form of the screen on top. */
  get view(): ViewNode {
    const screen = this.screens.at(-1);
    const view = screen && viewOf(screen);
    if (!view) throw new HostError("Nothing is drawn.");
    return view;
  }

  /** What went wrong in the command, if anything did; it has crashed then. */
  get failure(): Error | undefined {
    return this.#failure?.error;
  }

  /** Whether it is over: its window was closed, or its first screen was left. */
  get hasEnded(): boolean {
    return this.#closed;
  }

  /** What a person sees, as text. */
  text(): string {
    const screen = this.screens.at(-1);
    return screenText(screen && viewOf(screen), this.host);
  }

  /** Does what a person does, and draws what comes of it at once. */
  act(deed: () => void): void {
    this.guard();
    enter(this.host, () => {
      deed();
      this.#root.flush();
      this.#settle();
    });
    if (this.#failure) this.guard();
  }

  /** The screen on top goes. Without another below, the command ends, as with Esc in Raycast. */
  pop(): void {
    const popped = this.#stack.at(-1);
    if (this.#stack.length <= 1) {
      this.#end();
      return;
    }
    this.#stack = this.#stack.slice(0, -1);
    this.#draw();
    popped?.onPop?.();
  }

  /** Waits until look gives something; see Waiting. */
  until<T>(look: () => T, ms: number): Promise<T> {
    return this.#waiting.until(look, ms);
  }

  /** Calls the listener after every change of the screen or of the host, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps an error of the command for the test to see. */
  fail(error: unknown): void {
    this.#failure ??= { error: error instanceof Error ? error : new Error(String(error)), thrown: false };
    this.#changed();
  }

  /** Throws what went wrong in the command, if anything did. */
  guard(): void {
    const problem = this.#problem();
    if (problem) throw problem;
  }

  /** The window closes. What the command still does is of no consequence; an error nobody saw yet is thrown. */
  close(): void {
    this.#end();
    if (this.#failure?.thrown === false) this.guard();
  }

  #problem(): Error | undefined {
    if (this.#failure) {
      this.#failure.thrown = true;
      return this.#failure.error;
    }
    return this.#closed ? new HostError("The command has ended.") : undefined;
  }

  #push(element: ReactNode, onPop?: () => void): void {
    this.#stack = [...this.#stack, { key: this.#pushes++, element, onPop }];
    this.#draw();
  }

  #draw(): void {
    const screens = this.#stack.map(({ key, element }) => createElement("Screen", { key }, element));
    this.#root.render(createElement(NavigationContext.Provider, { value: this.#navigation }, ...screens));
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    enter(this.host, () => {
      this.#root.render(null);
      this.#root.flush();
    });
    closeHost(this.host);
    this.#changed();
  }

  #changed(): void {
    this.#waiting.wake();
    for (const listener of this.#listeners) listener();
  }

  // React is in the middle of its commit here; effects and state must wait until it is done.
  #afterCommit(): void {
    if (this.#unsettled) return;
    this.#unsettled = true;
    queueMicrotask(() => {
      if (this.#unsettled) enter(this.host, () => this.#settle());
    });
  }

  #settle(): void {
    this.#unsettled = false;
    if (this.#closed || this.#failure) return;
    const list = this.#topList();
    const id = list && repeatedId(list);
    if (id !== undefined) {
      this.fail(new HostError(`Two <List.Item> have the id "${id}".`));
      return;
    }
    const selection = list && settleSelection(list);
    if (selection !== undefined) {
      list?.props.onSelectionChange?.(selection);
      this.#root.flush();
    }
    this.#changed();
  }

  #topList(): ElementNode<"List"> | undefined {
    const screen = this.screens.at(-1);
    const view = screen && viewOf(screen);
    return view && isOfType(view, "List") ? view : undefined;
  }

  #quickLook(): void {
    const list = this.#topList();
    const path = list && selectedItem(list)?.props.quickLook?.path;
    if (path === undefined) throw new HostError("Quick Look needs a selected row with the prop quickLook.");
    emit({ kind: "quick look", path: pathOf(path) });
  }

  #clearSearchBar(): void {
    const list = this.#topList();
    if (list) typeSearch(list, "");
  }
}
