import { describe, expect, it } from "vitest";
import { emptyChat, type ChatChange } from "../../../src/agent/chat/chat";
import { ChatSession } from "../../../src/agent/chat/chat-session";
import { EventChannel, type AgentEvent } from "../../../src/agent/chat/event-channel";
import { memoryStore } from "../support/memory-store";

const row: ChatChange = {
  type: "row",
  row: { id: "r", seq: 1, requestId: "q", createdAt: 0, type: "user", text: "Hi" },
};

describe("a chat that was closed", () => {
  it("stays as it is, in memory and in the store, whatever still runs for it", async () => {
    const store = memoryStore();
    const channel = new EventChannel();
    const events: AgentEvent[] = [];
    channel.subscribe((event) => events.push(event));
    const chat = emptyChat({ id: "c", title: "", createdAt: 0, updatedAt: 0, left: false });
    const session = new ChatSession(chat, store, channel);
    session.close();

    session.record(row);
    await session.commit(row);
    await session.commitIf({ rowsExist: [] }, [row]);
    session.setComing("Find Notes");
    session.stream("r", "text");
    expect([chat.rows, store.saves, events, session.coming, session.streaming]).toEqual([
      [],
      [],
      [],
      undefined,
      undefined,
    ]);
  });
});
