import { Color, Icon, List, type Image } from "@raycast/api";
import { callResult, callSummary } from "../../../agent/history/call-result";
import { isSettled, type CallRow } from "../../../agent/history/calls";
import type { Risk } from "../../../agent/tool/risk";
import { RowActions } from "../actions/row-actions";
import { shortBlock } from "../markdown";
import { durationWords, toolWords } from "../words";
import type { ItemProps } from "./item-props";

const MOST_ARGUMENT_CHARACTERS = 2_000;
const MOST_RESULT_CHARACTERS = 4_000;

/** The status row of a tool call: what it does, then what came of it. */
export function CallItem({ chat, section, row, isSelected }: ItemProps<"call">) {
  const { call } = row;
  return (
    <List.Item
      id={row.id}
      icon={callIcon(call)}
      title={callSummary(call)}
      subtitle={triedWords(call)}
      accessories={durationAccessory(call)}
      detail={isSelected && <List.Item.Detail markdown={callMarkdown(call)} />}
      actions={<RowActions chat={chat} section={section} />}
    />
  );
}

const RISK_ICONS: Record<Risk, Icon> = {
  read: Icon.MagnifyingGlass,
  contained: Icon.Pencil,
  draft: Icon.Window,
  write: Icon.Pencil,
  destructive: Icon.Trash,
};

function callIcon({ state, risk }: CallRow): Image.ImageLike {
  switch (state.type) {
    case "announced":
    case "awaiting_approval":
    case "awaiting_answer":
    case "approved":
    case "intent":
      return Icon.CircleProgress;
    case "declined":
    case "expired":
      return { source: Icon.MinusCircle, tintColor: Color.SecondaryText };
    case "unknown":
      return { source: Icon.QuestionMarkCircle, tintColor: Color.Orange };
    case "result":
      return state.isError ? { source: Icon.XMarkCircle, tintColor: Color.Red } : RISK_ICONS[risk];
  }
}

/** What was tried, where the title only says why it did not work: of several files, which one? */
function triedWords({ state, label }: CallRow): string {
  const tried = label.replace(/\u2026$/, "");
  switch (state.type) {
    case "announced":
    case "awaiting_approval":
    case "awaiting_answer":
    case "approved":
    case "intent":
      return "";
    case "result":
      return state.isError ? tried : "";
    case "declined":
    case "expired":
    case "unknown":
      return tried;
  }
}

function durationAccessory({ state, startedAt }: CallRow): List.Item.Accessory[] {
  if (state.type !== "result" || startedAt === undefined) return [];
  const value = durationWords(state.at - startedAt);
  return [{ text: state.isError ? { value, color: Color.Red } : value }];
}

/** Arguments and result may hold anything, so both are shown as they are and never as Markdown. */
function callMarkdown(call: CallRow): string {
  const parts = [
    `**${toolWords(call.tool)}**`,
    shortBlock(JSON.stringify(call.input, null, 2), MOST_ARGUMENT_CHARACTERS),
  ];
  if (isSettled(call)) parts.push("**Result**", shortBlock(callResult(call).content, MOST_RESULT_CHARACTERS));
  return parts.join("\n\n");
}
