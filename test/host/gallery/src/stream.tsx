import { Action, ActionPanel, Form, Icon, List } from "@raycast/api";
import { useEffect, useState } from "react";

const UPDATES_A_SECOND = 30;
const FEW_ROWS = 20;
const MANY_ROWS = 200;
const LONGEST = 20_000;
const SENTENCE = "The answer grows by **one sentence** at a time, with `code` in it, while you type something else. ";

/** How much of the answer is there. It starts again when it is whole, so that the stream never ends. */
function useStream(): number {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const timer = setInterval(
      () => setLength((before) => (before + SENTENCE.length) % LONGEST),
      1000 / UPDATES_A_SECOND,
    );
    return () => clearInterval(timer);
  }, []);
  return length;
}

/** A chat in the middle of an answer: rows, a growing text, and a search bar that the command reads. */
export default function StreamOfEverything() {
  const length = useStream();
  const [text, setText] = useState("");
  const [rows, setRows] = useState(FEW_ROWS);
  const markdown = SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).replaceAll(/(.{500}\. )/gu, "$1\n\n");
  return (
    <List
      navigationTitle={`Received ${text.length}`}
      isShowingDetail
      isLoading
      filtering={false}
      searchText={text}
      onSearchTextChange={setText}
    >
      {Array.from({ length: rows }, (_, index) => (
        <List.Item
          key={index}
          title={index === 0 ? `Answer of ${length}` : `Row ${index}`}
          icon={Icon.Document}
          detail={<List.Item.Detail markdown={index === 0 ? markdown : ""} />}
          actions={
            <ActionPanel>
              <Action.Push title="Open Form" target={<StreamingForm />} />
              <Action title={`Show ${MANY_ROWS} Rows`} onAction={() => setRows(MANY_ROWS)} />
            </ActionPanel>
          }
        />
      ))}
    </List>
  );
}

/** A form that is drawn anew thirty times a second under the fingers of whoever fills it in. */
function StreamingForm() {
  const length = useStream();
  const [line, setLine] = useState("");
  return (
    <Form
      navigationTitle="Streaming Form"
      isLoading
      actions={
        <ActionPanel>
          <Action.SubmitForm title="Submit" onSubmit={() => undefined} />
        </ActionPanel>
      }
    >
      <Form.TextField id="line" title="Line" value={line} onChange={setLine} />
      <Form.TextArea id="area" title="Area" />
      <Form.Description text={`Drawn at ${length}`} />
    </Form>
  );
}
