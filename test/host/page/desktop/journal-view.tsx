import { useEffect, useRef, useState } from "preact/hooks";
import type { JournalEntry } from "../../frame/frame";
import { memo } from "../memo";
import "./journal.css";

/** What left the window for the Mac: the last of it, or all. Nothing of it happened outside the preview. */
export const JournalView = memo(function JournalView({ journal }: { journal: readonly JournalEntry[] }) {
  const [isOpen, setOpen] = useState(false);
  const entriesRef = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const entries = entriesRef.current;
    if (entries !== null) entries.scrollTop = entries.scrollHeight;
  }, [journal, isOpen]);
  const last = journal.at(-1);
  if (last === undefined) return null;
  return (
    <aside class="journal" aria-label="Sent to the Mac">
      {isOpen && (
        <ol class="journal-entries floating" ref={entriesRef}>
          {journal.map((entry) => (
            <li key={entry.number}>
              <JournalLine entry={entry} />
            </li>
          ))}
        </ol>
      )}
      <div class="journal-line">
        <button type="button" class="journal-title" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Sent to the Mac ({journal.length})
        </button>
        {!isOpen && <JournalLine entry={last} />}
      </div>
    </aside>
  );
});

/** The words of an entry. What was opened can be looked at in a page of its own. */
function JournalLine({ entry: { text, href } }: { entry: JournalEntry }) {
  if (href === undefined) return <span class="journal-text">{text}</span>;
  return (
    <a class="journal-text" href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
