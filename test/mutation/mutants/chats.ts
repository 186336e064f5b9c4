import type { Mutant } from "../mutant";

const disclosure = ["agent/chat/disclosure.test.ts", "agent/loop-disclosure.test.ts"];
const queue = ["agent/loop-queue.test.ts"];
const windows = ["agent/loop-two-windows.test.ts", "agent/chat/claim-chat.test.ts"];

/** What was sent to whom, questions that wait, and several windows. */
export const CHAT_MUTANTS: readonly Mutant[] = [
  {
    name: "what went to one recipient counts for all",
    file: "agent/chat/disclosure.ts",
    find: "sentMarks(chat).filter((mark) => mark.recipientKey === recipientKey);",
    replace: "sentMarks(chat);",
    tests: disclosure,
  },
  {
    name: "what was sent once is counted again",
    file: "agent/chat/disclosure.ts",
    find: "    .filter(({ seq }) => seq > sentUpTo)\n",
    replace: "",
    tests: disclosure,
  },
  {
    name: "what never left counts as sent",
    file: "agent/chat/disclosure.ts",
    find: ".filter(({ id }) => !failed.has(id));",
    replace: ";",
    tests: disclosure,
  },
  {
    name: "what the rows say is said again",
    file: "agent/chat/disclosure.ts",
    find: "said.set(key, (said.get(key) ?? 0) + count);",
    replace: "said.set(key, 0);",
    tests: disclosure,
  },
  {
    name: "an older row is taken for a newer one",
    file: "agent/chat/disclosure.ts",
    find: "said.set(key, (said.get(key) ?? 0) - already);",
    replace: "",
    tests: disclosure,
  },
  {
    name: "what is not sent any more counts",
    file: "agent/chat/disclosure.ts",
    find: "const items = keptMessages(chat)\n",
    replace: "const items = chat.messages\n",
    tests: disclosure,
  },
  {
    name: "what a request takes along is not marked",
    file: "agent/run/note-sent.ts",
    find: "if (mark !== undefined) session.commit(",
    replace: "if (mark === undefined) session.commit(",
    tests: disclosure,
  },
  {
    name: "a connection that broke has sent nothing",
    file: "agent/ports/provider-error.ts",
    find: '["offline", "cannot_connect", "insecure"].includes(detail.failure)',
    replace: "true",
    tests: [...disclosure, "providers/http/transport.test.ts", "providers/http/network-error.test.ts"],
  },
  {
    name: "the note of what was sent comes last",
    file: "agent/run/end-of-run.ts",
    find: "const trouble = await session.commit(...rows, touched(context))",
    replace: "const trouble = await session.commit(touched(context))",
    tests: disclosure,
  },
  {
    name: "a failure and a save that failed have two notices",
    file: "agent/run/end-of-run.ts",
    find: "(notice ?? trouble) : withTrouble(notice, trouble);",
    replace: "(notice ?? trouble) : trouble;",
    tests: ["agent/loop-store-errors.test.ts", ...disclosure],
  },
  {
    name: "a question that another window has sent is sent again",
    file: "agent/chat/queue.ts",
    find: "await session.commitIf({ rowsExist: [row.id] }, [",
    replace: "await session.commitIf({ rowsExist: [] }, [",
    tests: [...queue, "agent/loop-two-windows.test.ts"],
  },
  {
    name: "a question is taken back that another window has sent",
    file: "agent/chat/queue.ts",
    find: "await session.commitIf({ rowsExist: [id] }, [removal]);",
    replace: "await session.commitIf({ rowsExist: [] }, [removal]);",
    tests: [...queue, "agent/loop-two-windows.test.ts"],
  },
  {
    name: "a question goes on waiting when it is sent",
    file: "agent/chat/queue.ts",
    find: '      { type: "row_removed", rowId: row.id },\n',
    replace: "",
    tests: queue,
  },
  {
    name: "two windows work in a chat",
    file: "agent/run/carry-request.ts",
    find: "if (!claim.isOurs || (await hasMovedOn(context, knownAt)))",
    replace: "if (await hasMovedOn(context, knownAt))",
    tests: windows,
  },
  {
    name: "a window goes on from what is out of date",
    file: "agent/run/carry-request.ts",
    find: "if (!claim.isOurs || (await hasMovedOn(context, knownAt)))",
    replace: "if (!claim.isOurs)",
    tests: windows,
  },
  {
    name: "a claim is kept for ever",
    file: "agent/run/carry-request.ts",
    find: "  } finally {\n    await claim.drop();",
    replace: "  } finally {\n    await Promise.resolve();",
    tests: windows,
  },
  {
    name: "a claim is not renewed",
    file: "agent/chat/claim-chat.ts",
    find: "setInterval(() => void renew(), leaseMs / RENEWALS)",
    replace: "setInterval(() => undefined, leaseMs / RENEWALS)",
    tests: windows,
  },
  {
    name: "a renewal claims anew what another window has had",
    file: "agent/chat/claim-chat.ts",
    find: "if (isStored) return store.renewLease(chatId, lease);",
    replace: "if (isStored && at < 0) return store.renewLease(chatId, lease);",
    tests: windows,
  },
  {
    name: "a run goes on in a chat that was deleted",
    file: "agent/chat/claim-chat.ts",
    find: 'error.detail.type === "chat_deleted") lose("deleted");',
    replace: 'error.detail.type === "corrupt") lose("deleted");',
    tests: windows,
  },
];
