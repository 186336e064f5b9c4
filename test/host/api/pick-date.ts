import { createElement, useState, type ReactElement } from "react";
import type { Action } from "@raycast/api";
import { isFullDay, isInRange } from "../command/date-range";
import { ActionPanel } from "./action-panel";
import { checkProps, type Rules } from "./component";
import { PickDateType } from "./enums";
import { Icon } from "./icons";

type Props = Action.PickDate.Props;

const PICK_DATE: Rules<Props> = {
  title: "required",
  icon: "optional",
  shortcut: "optional",
  onChange: "required",
  type: "optional",
  min: "optional",
  max: "optional",
};

interface Choice {
  readonly title: string;
  readonly date: Date | null;
}

/** A submenu of dates: some that are often wanted, and the one that is typed, such as 2026-12-08 or 2026-12-08 09:30. */
function DateSubmenu(props: Props): ReactElement {
  checkProps("Action.PickDate", PICK_DATE, props);
  const [text, setText] = useState("");
  const { title, icon = Icon.Calendar, shortcut, onChange, type } = props;
  const usual = usualDates(new Date(), type === PickDateType.Date);
  const choices = [...typedDate(text), ...usual.filter((choice) => matches(choice, text))];
  return createElement(
    ActionPanel.Submenu,
    { title, icon, ...(shortcut && { shortcut }), onOpen: () => setText(""), onSearchTextChange: setText },
    choices
      .filter(({ date }) => date === null || isInRange(date, props))
      .map((choice) =>
        createElement("Action", {
          key: choice.title,
          kind: "Action.PickDate",
          title: choice.title,
          run: () => onChange(choice.date),
        }),
      ),
  );
}
DateSubmenu.displayName = "Action.PickDate";

/** Raycast's Action.PickDate. */
export const PickDate = Object.assign(DateSubmenu, { Type: PickDateType, isFullDay });

function usualDates(now: Date, wholeDays: boolean): Choice[] {
  const day = (later: number, hour = 0) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + later, wholeDays ? 0 : hour);
  const inAnHour = new Date(now.getTime() + 3_600_000);
  return [
    wholeDays ? { title: "Today", date: day(0) } : { title: "In an Hour", date: inAnHour },
    { title: "Tomorrow", date: day(1, 9) },
    { title: "In a Week", date: day(7, 9) },
    { title: "In 30 Days", date: day(30, 9) },
    { title: "No Date", date: null },
  ];
}

function typedDate(text: string): Choice[] {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text.trim());
  const date = parts && new Date(`${parts[1] ?? ""}T${parts[2] ?? "00:00"}`);
  return date && !Number.isNaN(date.getTime()) ? [{ title: text.trim(), date }] : [];
}

const matches = ({ title }: Choice, text: string): boolean => title.toLowerCase().includes(text.trim().toLowerCase());
