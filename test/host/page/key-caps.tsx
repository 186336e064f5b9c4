import "./key-caps.css";

/** The keys of a shortcut as Raycast draws them, such as ⌘ and K. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span class="key-caps">
      {keys.map((key) => (
        <kbd key={key} class="key-cap">
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** A shortcut as an attribute of an element that it works on. */
export const spokenKeys = (keys: readonly string[]): string => keys.map((key) => SPOKEN[key] ?? key).join("+");

const SPOKEN: Readonly<Record<string, string>> = {
  "⌘": "Meta",
  "⌃": "Control",
  "⌥": "Alt",
  "⇧": "Shift",
  "↵": "Enter",
  "⎋": "Escape",
};
