import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { IconButton } from "../icon";
import { KeyCaps } from "../key-caps";
import { Popover } from "../popover";
import { readDateEntry } from "./date-entry";
import { addDays, addMonths, clampDate, dateText, isSameDay, monthDays, monthText, startOfDay } from "./days";

interface DatePopoverProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly date: Date | undefined;
  readonly hasTime: boolean;
  readonly min: Date | undefined;
  readonly max: Date | undefined;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChoose: (date: Date | undefined) => void;
  readonly onClose: () => void;
}

/** A date in words, or from the month by arrows: days aside, weeks up and down, months by the page keys. */
export function DatePopover(props: DatePopoverProps) {
  const { hasTime, typed } = props;
  const [now] = useState(() => new Date());
  const min = hasTime || props.min === undefined ? props.min : startOfDay(props.min);
  const [moved, setMoved] = useState(() => props.date ?? clampDate(startOfDay(now), min, props.max));
  const read = readDateEntry(typed, now, hasTime);
  const shown = read ?? moved;
  const isAllowed = (date: Date) => clampDate(date, min, props.max) === date;

  const move = (date: Date) => {
    setMoved(clampDate(date, min, props.max));
    props.onType("");
  };
  const choose = (date: Date) => {
    if (isAllowed(date)) props.onChoose(date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const target = arrowTarget(event.key, shown, typed !== "");
    if (target !== undefined) move(target);
    else if (event.key === "Enter" && (read !== undefined || typed === "")) choose(shown);
    else if (event.key === "Escape" || event.key === "Tab") props.onClose();
    else if (event.key === "Backspace" && typed === "") props.onChoose(undefined);
    else return;
    if (event.key !== "Tab") event.preventDefault();
  };

  return (
    <Popover anchor={props.anchor} align="start" label={props.label} onClose={props.onClose}>
      <div class="date-popover">
        <input
          class="choice-search"
          value={typed}
          placeholder={hasTime ? "Tomorrow 9:00, 8 Dec 14:30…" : "Tomorrow, 8 Dec, 2026-12-08…"}
          aria-label={props.label}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => props.onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <MonthView
          shown={shown}
          now={now}
          isAllowed={(day) => isAllowed(withTimeOf(day, shown))}
          onMove={move}
          onChoose={choose}
        />
        <div class="date-outcome" aria-live="polite">
          {outcome(typed, read, shown, hasTime, isAllowed(shown))}
          <KeyCaps keys={["↵"]} />
        </div>
      </div>
    </Popover>
  );
}

function outcome(typed: string, read: Date | undefined, shown: Date, hasTime: boolean, isAllowed: boolean): string {
  if (typed.trim() !== "" && read === undefined) return "Not a date yet";
  return isAllowed ? dateText(shown, hasTime) : `${dateText(shown, hasTime)} cannot be chosen`;
}

/** Where a key leads from a day. While something is typed, ← and → belong to the text. */
function arrowTarget(key: string, from: Date, isTyping: boolean): Date | undefined {
  switch (key) {
    case "ArrowUp":
      return addDays(from, -7);
    case "ArrowDown":
      return addDays(from, 7);
    case "ArrowLeft":
      return isTyping ? undefined : addDays(from, -1);
    case "ArrowRight":
      return isTyping ? undefined : addDays(from, 1);
    case "PageUp":
      return addMonths(from, -1);
    case "PageDown":
      return addMonths(from, 1);
    default:
      return undefined;
  }
}

function withTimeOf(day: Date, time: Date): Date {
  const date = new Date(time);
  date.setFullYear(day.getFullYear(), day.getMonth(), day.getDate());
  return date;
}

interface MonthViewProps {
  readonly shown: Date;
  readonly now: Date;
  readonly isAllowed: (day: Date) => boolean;
  readonly onMove: (date: Date) => void;
  readonly onChoose: (date: Date) => void;
}

/** The month of a date. It is operated by the keys of the input above it; the mouse may click as well. */
function MonthView({ shown, now, isAllowed, onMove, onChoose }: MonthViewProps) {
  return (
    <div class="month" onPointerDown={(event) => event.preventDefault()}>
      <div class="month-title">
        <IconButton
          name="chevron-left-16"
          size={14}
          label="Month before"
          onClick={() => onMove(addMonths(shown, -1))}
        />
        <span>{monthText(shown)}</span>
        <IconButton name="chevron-right-16" size={14} label="Month after" onClick={() => onMove(addMonths(shown, 1))} />
      </div>
      <div class="month-grid">
        {["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => (
          <span key={name} class="weekday">
            {name}
          </span>
        ))}
        {monthDays(shown).map((day) => (
          <button
            key={day.getTime()}
            type="button"
            tabIndex={-1}
            class={dayClass(day, shown, now)}
            disabled={!isAllowed(day)}
            aria-current={isSameDay(day, now) ? "date" : undefined}
            onClick={() => onChoose(withTimeOf(day, shown))}
          >
            {day.getDate()}
          </button>
        ))}
      </div>
    </div>
  );
}

function dayClass(day: Date, shown: Date, now: Date): string {
  const classes = ["day"];
  if (day.getMonth() !== shown.getMonth()) classes.push("is-other-month");
  if (isSameDay(day, shown)) classes.push("is-selected");
  if (isSameDay(day, now)) classes.push("is-today");
  return classes.join(" ");
}
