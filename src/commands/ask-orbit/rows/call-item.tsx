import { Color, Icon, List, type Image } from "@raycast/api";
import { callResult, callSummary } from "../../../agent/history/call-result";
import type { CallStatus } from "../../../agent/history/call-status";
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
  const { call, status } = row;
  const { title, subtitle } = callWords(call, status);
  return (
    <List.Item
      id={row.id}
      icon={callIcon(status, call.risk)}
      title={title}
      subtitle={subtitle}
      accessories={durationAccessory(call, status)}
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

function callIcon(status: CallStatus, risk: Risk): Image.ImageLike {
  switch (status) {
    case "running":
    case "waiting":
      return Icon.CircleProgress;
    case "completed":
      return RISK_ICONS[risk];
    case "failed":
      return { source: Icon.XMarkCircle, tintColor: Color.Red };
    case "unknown":
      return { source: Icon.QuestionMarkCircle, tintColor: Color.Orange };
    case "interrupted":
    case "not_run":
    case "declined":
    case "cancelled":
    case "expired":
      return { source: Icon.MinusCircle, tintColor: Color.SecondaryText };
  }
}

/** Where the title only says what became of the call, the subtitle says what was tried: of several files, which one? */
function callWords(call: CallRow, status: CallStatus): { title: string; subtitle: string } {
  const title = callSummary(call);
  const tried = call.label.replace(/\u2026$/, "");
  switch (status) {
    case "running":
    case "waiting":
    case "completed":
      return { title, subtitle: "" };
    case "interrupted":
      return { title: "Not finished", subtitle: tried };
    case "failed":
    case "not_run":
    case "declined":
    case "cancelled":
    case "expired":
    case "unknown":
      return { title, subtitle: tried };
  }
}

/** How long it took, without the time in which it waited for others or for the person. */
function durationAccessory({ state }: CallRow, status: CallStatus): List.Item.Accessory[] {
  if (state.type !== "result" || state.metrics === undefined) return [];
  const value = durationWords(state.metrics.durationMs);
  return [{ text: status === "failed" ? { value, color: Color.Red } : value }];
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
