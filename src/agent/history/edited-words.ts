import { canonicalJson, type JsonObject, type JsonValue } from "../text/json";
import { cutWithEllipsis } from "../text/truncation";

/** The most characters of one edited value, and of all together, that the model is told. */
const MAX_VALUE_CHARACTERS = 500;
const MAX_ECHO_CHARACTERS = 4_000;

/** Tells the model which values ran in place of its own. Goes before the result, so that no cut takes it away. */
export function editedWords(input: JsonObject): string {
  const values = Object.keys(input)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${valueWords(input[name] ?? null)}`);
  const echo = cutWithEllipsis(`{${values.join(",")}}`, MAX_ECHO_CHARACTERS);
  return `The person edited the values before saying yes. What ran: ${echo}`;
}

function valueWords(value: JsonValue): string {
  return typeof value === "string"
    ? JSON.stringify(cutWithEllipsis(value, MAX_VALUE_CHARACTERS))
    : cutWithEllipsis(canonicalJson(value), MAX_VALUE_CHARACTERS);
}
