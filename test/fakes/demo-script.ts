import { actionWishes } from "./demo-wishes/action-wishes";
import { browseWishes } from "./demo-wishes/browse-wishes";
import { playDialogue } from "./demo-wishes/dialogue";
import { documentWishes } from "./demo-wishes/document-wishes";
import { invoiceWishes } from "./demo-wishes/invoice-wishes";
import { outcomeKind, reported } from "./demo-wishes/tool-text";
import { counted } from "./demo-wishes/words";
import { faultWord } from "./model-server/fault-words";
import type { Reply } from "./model-server/reply";
import type { ModelRequest, ToolOutcome } from "./model-server/request";

/** In the order in which they are tried: a wish that changes something names other things too. */
const WISHES = [...actionWishes, ...invoiceWishes, ...documentWishes, ...browseWishes];

/**
 * The model of the demo: knows a dozen wishes by their words and answers each from what the tools returned, nothing else.
 * To anything else it says that it is a script.
 */
export function demoScript({ lastUserText, toolResults }: ModelRequest): Reply {
  if (["broken", "many", "unknown"].includes(faultWord(lastUserText)?.fault ?? "") && toolResults.length > 0) {
    return { text: callReport(toolResults) };
  }
  const wish = WISHES.find(({ matches }) => matches(lastUserText));
  return wish === undefined ? { text: HELP } : playDialogue(wish.answer(lastUserText), toolResults);
}

/** What became of calls that were made to fail. */
function callReport(outcomes: readonly ToolOutcome[]): string {
  const failed = outcomes.filter((outcome) => outcomeKind(outcome) !== "done");
  const report = `Of ${counted(outcomes.length, "call")}, ${outcomes.length - failed.length} worked.`;
  const [first] = failed;
  return first === undefined ? report : `${report} ${reported(first)}`;
}

const HELP = [
  "I am a scripted demo, not a language model, so I only know a few wishes about the files of the demo home:",
  "",
  ...WISHES.map(({ example }) => `- ${example}`),
  "",
  "A wish with #error 429, #cut, #slow, #hang, #broken, #many 50 or #unknown in it shows what happens when things go wrong.",
].join("\n");
