import { Icon, Keyboard, LaunchType, MenuBarExtra, launchCommand, open, showHUD } from "@raycast/api";

/** A menu with sections, a submenu, a shortcut, and an item that is another one while ⌥ is held. */
export default function Menu() {
  return (
    <MenuBarExtra icon={Icon.Star} title="Gallery" tooltip="The gallery in the menu bar">
      <MenuBarExtra.Section title="Planets">
        <MenuBarExtra.Item
          title="Mars"
          subtitle="2 moons"
          icon={Icon.Globe}
          onAction={() => showHUD("Mars was chosen")}
        />
        <MenuBarExtra.Item title="Venus (No Moons)" />
        <MenuBarExtra.Submenu title="Outer">
          <MenuBarExtra.Item title="Saturn" onAction={({ type }) => showHUD(`Saturn by ${type}`)} />
        </MenuBarExtra.Submenu>
      </MenuBarExtra.Section>
      <MenuBarExtra.Section>
        <MenuBarExtra.Item
          title="Open Example"
          shortcut={Keyboard.Shortcut.Common.Open}
          onAction={() => open("https://example.com")}
          alternate={<MenuBarExtra.Item title="Show Services" onAction={showServices} />}
        />
      </MenuBarExtra.Section>
    </MenuBarExtra>
  );
}

const showServices = () =>
  launchCommand({
    name: "services",
    type: LaunchType.UserInitiated,
    arguments: { subject: "menu", secret: "", size: "" },
  });
