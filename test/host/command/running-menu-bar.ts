import { createElement, type ComponentType } from "react";
import type { LaunchProps, MenuBarExtra } from "@raycast/api";
import { child, findAll, inSlot, type ElementNode } from "./elements";
import type { World } from "./host";
import { HostedCommand } from "./hosted-command";

type MenuNode = ElementNode<"MenuBarExtra">;
type MenuItemNode = ElementNode<"MenuBarExtra.Item">;

/**
 * A menu-bar command. It runs until it has drawn what does not load any more. What it drew stays and can be chosen from;
 * when the person opens the menu, another run takes its place.
 */
export class RunningMenuBar extends HostedCommand {
  readonly #bar: ElementNode<"MenuBar">[];
  #menu: MenuNode | undefined;
  #isLoaded = true;

  constructor(Command: ComponentType<never>, launchProps: LaunchProps, world: World) {
    const bar: ElementNode<"MenuBar">[] = [];
    super(world, bar);
    this.#bar = bar;
    // As with RunningCommand: the command is handed what every command is.
    this.start(() => this.draw(createElement("MenuBar", null, createElement(Command, launchProps as never))));
  }

  /** What is in the menu bar; undefined where the command wants nothing there. */
  get menu(): MenuNode | undefined {
    return this.#menu;
  }

  /** Whether the command still runs. Raycast unloads it when it does not load any more. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Chooses an item. What its handler still does is awaited; an error there is the command's. */
  choose(item: MenuItemNode, type: MenuBarExtra.ActionEvent["type"] = "left-click"): void {
    this.act(() => this.watch(item.props.onAction?.({ type })));
  }

  override text(): string {
    const { menu } = this;
    if (!menu) return "(nothing in the menu bar)";
    const items = findAll(menu, "MenuBarExtra.Item").map(({ props }) => `  ${props.title}`);
    return [menu.props.title ?? "", ...items].join("\n");
  }

  protected override settle(): void {
    if (!this.#isLoaded) return;
    this.#menu = this.#bar[0] && child(this.#bar[0], "MenuBarExtra");
    if (this.#menu?.props.isLoading) return;
    this.#isLoaded = false;
    this.draw(null);
    this.flush();
  }
}

/** The item that takes the place of another while ⌥ is held. */
export const alternateOf = (item: MenuItemNode): MenuItemNode | undefined =>
  inSlot(item, "alternate", "MenuBarExtra.Item");
