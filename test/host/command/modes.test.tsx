import { useEffect, useState } from "react";
import { describe, expect, it } from "vitest";
import { Icon, MenuBarExtra, environment, popToRoot, showHUD, type Keyboard } from "@raycast/api";
import { findAll } from "./elements";
import { HostedSession } from "./hosted-session";
import { launch } from "./launch";
import { launchProps } from "./launch-props";
import { quietWorld } from "./quiet-world";
import { alternateOf, RunningMenuBar } from "./running-menu-bar";
import { RunningNoView } from "./running-no-view";

const barWorld = () => quietWorld({ commandName: "bar", commandMode: "menu-bar" });

describe("H3 a no-view command", () => {
  const world = quietWorld({ commandName: "quiet", commandMode: "no-view" });
  const props = launchProps(world, { name: "Ada" });

  it("runs once with what it was launched with, and has ended when its promise is kept", async () => {
    const running = new RunningNoView(
      async (given) => {
        await showHUD(`${environment.commandMode} ${given.arguments["name"] ?? ""}`);
      },
      props,
      world,
    );
    expect(running.hasEnded).toBe(false);
    await running.done;
    expect(running.host.events).toEqual([{ kind: "hud", title: "no-view Ada" }]);
    expect([running.hasEnded, running.failure]).toEqual([true, undefined]);
  });

  it("goes on after it has sent the person to the root search: there is no view of its own to leave", async () => {
    const running = new RunningNoView(
      async () => {
        await popToRoot();
        await Promise.resolve();
        await showHUD("Done");
      },
      props,
      world,
    );
    await running.done;
    expect(running.host.events.map(({ kind }) => kind)).toEqual(["popped to root", "hud"]);
  });

  it("cannot be a component: there is no view to draw it in", () => {
    expect(() => new RunningNoView(() => <MenuBarExtra />, props, world)).toThrow("A no-view command draws nothing");
  });

  it("fails with the error of its promise, or of its first step", async () => {
    const late = new RunningNoView(() => Promise.reject(new Error("too late")), props, world);
    await expect(late.done).rejects.toThrow("too late");
    expect(late.failure?.message).toBe("too late");
    const early = () => {
      throw new Error("too early");
    };
    expect(() => new RunningNoView(early, props, world)).toThrow("too early");
  });
});

describe("H3 a menu-bar command", () => {
  it("may use the keys that Raycast's window keeps for itself: a menu is outside of it", () => {
    const preferences: Keyboard.Shortcut = { modifiers: ["cmd"], key: "," };
    const item = <MenuBarExtra.Item title="Configure Command" shortcut={preferences} />;
    const props = launchProps(barWorld(), {});
    const running = new RunningMenuBar(() => <MenuBarExtra title="Bar">{item}</MenuBarExtra>, props, barWorld());
    expect(running.failure).toBeUndefined();
    expect(running.menu && findAll(running.menu, "MenuBarExtra.Item").map(({ props: { title } }) => title)).toEqual([
      "Configure Command",
    ]);
    running.close();
  });

  const started: string[] = [];

  function Counter() {
    const [count, setCount] = useState<number>();
    useEffect(() => {
      started.push("start");
      void Promise.resolve().then(() => setCount(3));
      return () => void started.push("end");
    }, []);
    return (
      <MenuBarExtra isLoading={count === undefined} icon={Icon.Star} title={String(count ?? "…")}>
        <MenuBarExtra.Section title="Counts">
          <MenuBarExtra.Item
            title="Say It"
            onAction={({ type }) => void showHUD(`${String(count)} by ${type}`)}
            alternate={<MenuBarExtra.Item title="Say Nothing" />}
          />
        </MenuBarExtra.Section>
      </MenuBarExtra>
    );
  }

  it("stays loaded while it loads, and is drawn still when it is not any more", async () => {
    const running = new RunningMenuBar(Counter, launchProps(barWorld(), {}), barWorld());
    expect([running.isLoaded, running.menu?.props.title]).toEqual([true, "…"]);
    const session = new HostedSession(running);
    await session.until(() => !running.isLoaded);
    expect(session.text()).toBe("3\n  Say It\n  Say Nothing");
    expect(started).toEqual(["start", "end"]);
    session.close();
  });

  it("does what is chosen also after that, and knows the other item under ⌥", async () => {
    const running = new RunningMenuBar(Counter, launchProps(barWorld(), {}), barWorld());
    const session = new HostedSession(running);
    await session.until(() => !running.isLoaded);
    const [item] = running.menu ? findAll(running.menu, "MenuBarExtra.Item") : [];
    if (!item) throw new Error("There is an item.");
    running.choose(item, "right-click");
    expect(session.events).toEqual([{ kind: "hud", title: "3 by right-click" }]);
    expect(alternateOf(item)?.props.title).toBe("Say Nothing");
    session.close();
  });

  it("may have nothing in the menu bar", () => {
    const running = new RunningMenuBar(() => null, launchProps(barWorld(), {}), barWorld());
    expect([running.menu, running.isLoaded]).toEqual([undefined, false]);
    running.close();
  });

  it("cannot draw anything but a menu, nor a view command a menu", () => {
    const props = launchProps(barWorld(), {});
    const Item = () => <MenuBarExtra.Item title="Bare" />;
    expect(() => new RunningMenuBar(Item, props, barWorld())).toThrow("<MenuBar> cannot hold <MenuBarExtra.Item>");
    expect(() => launch(() => <MenuBarExtra />)).toThrow("<Screen> cannot hold <MenuBarExtra>");
  });

  it("ends with the error of what was chosen", async () => {
    const Broken = () => (
      <MenuBarExtra>
        <MenuBarExtra.Item title="Break" onAction={() => Promise.reject(new Error("broken item"))} />
      </MenuBarExtra>
    );
    const running = new RunningMenuBar(Broken, launchProps(barWorld(), {}), barWorld());
    const [item] = running.menu ? findAll(running.menu, "MenuBarExtra.Item") : [];
    if (item) running.choose(item);
    await expect(new HostedSession(running).until(() => false)).rejects.toThrow("broken item");
  });
});
