import { Icon, List } from "@raycast/api";
import type { AnswerRow } from "../../../agent/chat/rows";
import type { RouteMark } from "../../../agent/history/marks";
import type { ToolUsage } from "../../../agent/history/tool-usage";
import { RowActions } from "../actions/row-actions";
import { answerMarkdown } from "../markdown";
import { plainLine } from "../plain-line";
import { durationWords, timeWords, tokenWords, toolWords, usageWords } from "../words";
import type { ItemProps } from "./item-props";

/** The answer of a request, or that it is being worked on. */
export function AnswerItem({ chat, section, row, isSelected }: ItemProps<"answer">) {
  const { answer } = row;
  const text = answer?.text ?? "";
  return (
    <List.Item
      id={row.id}
      icon={Icon.Stars}
      title={plainLine(text) || "Working on it…"}
      accessories={accessories(answer, section.details === "hidden" ? section.askedAt : undefined)}
      detail={
        isSelected && (
          <List.Item.Detail
            markdown={answerMarkdown(text)}
            metadata={
              answer === undefined ? (
                chat.route && <ByMetadata by={chat.route} />
              ) : (
                <AnswerMetadata answer={answer} images={section.images} tools={section.tools} />
              )
            }
          />
        )
      }
      actions={<RowActions chat={chat} section={section} />}
    />
  );
}

function accessories(answer: AnswerRow | undefined, askedAt: number | undefined): List.Item.Accessory[] {
  const state = answer === undefined ? "streaming" : answer.status;
  return [
    ...(state === "streaming" ? [{ icon: Icon.CircleProgress, tooltip: "On its way" }] : []),
    ...(state === "stopped" || state === "interrupted" ? [{ text: "Incomplete" }] : []),
    ...(askedAt === undefined ? [] : [{ date: new Date(askedAt) }]),
  ];
}

const STATES: Record<AnswerRow["status"], string | undefined> = {
  streaming: undefined,
  complete: undefined,
  stopped: "Incomplete: it was stopped",
  interrupted: "Incomplete: it broke off",
};

type AnswerMetadataProps = { answer: AnswerRow; images: string; tools: readonly ToolUsage[] };

function AnswerMetadata({ answer, images, tools }: AnswerMetadataProps) {
  const { durationMs, createdAt, status, usage } = answer;
  const { Label } = List.Item.Detail.Metadata;
  const state = STATES[status];
  return (
    <List.Item.Detail.Metadata>
      {state !== undefined && <Label title="State" text={state} />}
      {images !== "" && <Label title="Images" text={images} />}
      <ByLabels by={answer} />
      <Label title="Time" text={timeWords(createdAt)} />
      {durationMs !== undefined && <Label title="Written In" text={durationWords(durationMs)} />}
      {usage !== undefined && <Label title="Tokens" text={tokenWords(usage)} />}
      {tools.length > 0 && <Label title="Tools" text={tools.map(({ tool }) => toolWords(tool)).join(", ")} />}
      {tools.length > 0 && <Label title="Tool Calls" text={usageWords(tools)} />}
    </List.Item.Detail.Metadata>
  );
}

/** Who answers, where nothing of the answer is there yet. */
function ByMetadata({ by }: { by: RouteMark }) {
  return (
    <List.Item.Detail.Metadata>
      <ByLabels by={by} />
    </List.Item.Detail.Metadata>
  );
}

function ByLabels({ by: { model, recipient } }: { by: Pick<AnswerRow, "model" | "recipient"> }) {
  const { Label } = List.Item.Detail.Metadata;
  return (
    <>
      {model !== undefined && <Label title="Model" text={model} />}
      {recipient !== undefined && <Label title="Answered By" text={recipient} />}
    </>
  );
}
