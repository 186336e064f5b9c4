import { Action, Color, Icon, List } from "@raycast/api";
import type { AskedQuestion } from "../../../agent/history/calls";
import { inlineValue } from "../../../agent/text/untrusted-text";
import { RowActions } from "../actions/row-actions";
import { answerQuestion } from "../chat";
import { shortBlock } from "../markdown";
import { QuestionForm, SkipAction } from "../question-form";
import type { ItemProps } from "./item-props";
import { turnAccessory } from "./turn-accessory";

const MOST_QUESTION_CHARACTERS = 2_000;

/** A question of the model's. Its choices are actions; the form takes words of the person's own. */
export function QuestionItem({ chat, section, row, isSelected }: ItemProps<"question">) {
  return (
    <List.Item
      id={row.id}
      icon={{ source: Icon.QuestionMark, tintColor: Color.Blue }}
      title={inlineValue(row.question.text)}
      accessories={turnAccessory(row)}
      detail={isSelected && <List.Item.Detail markdown={questionMarkdown(row.question)} />}
      actions={<RowActions chat={chat} section={section} own={<QuestionActions loop={chat.loop} row={row} />} />}
    />
  );
}

function QuestionActions({ loop, row }: Parameters<typeof QuestionForm>[0]) {
  const { call, question } = row;
  return (
    <>
      <Action.Push title="Answer…" icon={Icon.Pencil} target={<QuestionForm loop={loop} row={row} />} />
      {question.choices.map((choice, index) => (
        <Action
          key={choice}
          title={inlineValue(choice)}
          icon={Icon.Dot}
          onAction={() => answerQuestion(loop, call.id, { type: "choice", index })}
        />
      ))}
      <SkipAction onSkip={() => answerQuestion(loop, call.id, { type: "dismiss" })} />
    </>
  );
}

/** What the model wrote is shown as it is. */
function questionMarkdown({ text, choices }: AskedQuestion): string {
  return [text, ...choices.map((choice) => `• ${choice}`)]
    .map((part) => shortBlock(part, MOST_QUESTION_CHARACTERS))
    .join("\n\n");
}
