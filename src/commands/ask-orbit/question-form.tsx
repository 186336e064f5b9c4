import { Action, ActionPanel, Form, Icon, useNavigation } from "@raycast/api";
import { useState } from "react";
import type { AskedQuestion } from "../../agent/history/calls";
import type { AgentLoop } from "../../agent/loop";
import type { PersonAnswer } from "../../agent/run/decisions";
import { STOP_SHORTCUT } from "./actions/chat-actions";
import { answerQuestion } from "./chat";
import type { SectionRow } from "./request-rows";

type QuestionFormProps = { loop: Pick<AgentLoop, "answer">; row: Extract<SectionRow, { type: "question" }> };

/** A question of the model's, to be answered with a choice or in words. Leaving it with Esc answers nothing. */
export function QuestionForm({ loop, row }: QuestionFormProps) {
  const { pop } = useNavigation();
  const [isEmpty, setIsEmpty] = useState(false);
  const { call, question, position, total } = row;
  const { choices, freeText } = question;

  const give = async (answer: PersonAnswer | undefined) => {
    if (answer === undefined) {
      setIsEmpty(true);
      return;
    }
    pop();
    await answerQuestion(loop, call.id, answer);
  };

  return (
    <Form
      navigationTitle={total > 1 ? `Orbit Asks (${position} of ${total})` : "Orbit Asks"}
      actions={
        <ActionPanel>
          <Action.SubmitForm<AnswerValues>
            title="Answer"
            icon={Icon.Check}
            onSubmit={(values) => give(answerFrom(question, values))}
          />
          <SkipAction onSkip={() => give({ type: "dismiss" })} />
        </ActionPanel>
      }
    >
      <Form.Description text={question.text} />
      {choices.length > 0 && (
        <Form.Dropdown id="choice" title="Answer">
          {choices.map((choice, index) => (
            <Form.Dropdown.Item key={choice} value={String(index)} title={choice} />
          ))}
        </Form.Dropdown>
      )}
      {freeText && (
        <Form.TextArea
          id="text"
          title={choices.length > 0 ? "Or in Your Words" : "Answer"}
          onChange={() => setIsEmpty(false)}
          {...(choices.length > 0 && { info: "What you write here is sent instead of the choice." })}
          {...(isEmpty && { error: "Write an answer" })}
        />
      )}
    </Form>
  );
}

/** Gives no answer; the model goes on without one. */
export function SkipAction({ onSkip }: { onSkip: () => void }) {
  return <Action title="Skip Question" icon={Icon.Forward} shortcut={STOP_SHORTCUT} onAction={onSkip} />;
}

type AnswerValues = { choice?: string; text?: string };

/** Words count before a choice: the form always has one chosen. Undefined where the person gave neither. */
function answerFrom({ choices }: AskedQuestion, { choice, text = "" }: AnswerValues): PersonAnswer | undefined {
  if (text.trim() !== "") return { type: "text", text };
  const index = Number(choice);
  return choice === undefined || choices[index] === undefined ? undefined : { type: "choice", index };
}
