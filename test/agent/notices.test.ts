import { describe, expect, it } from "vitest";
import { damagedNotice, failureNotice } from "../../src/agent/notices";
import { ProviderError, type Destination, type ProviderErrorDetail } from "../../src/agent/ports/provider-error";
import { StoreError, type StoreErrorDetail } from "../../src/agent/ports/store";

const anthropic: Destination = { type: "anthropic_api" };
const mac: Destination = { type: "this_mac", address: "localhost:11434" };
const server: Destination = { type: "server", address: "llm.example" };

const notice = (detail: ProviderErrorDetail) => {
  const { text, actions } = failureNotice(new ProviderError(detail, { cause: new Error("secret detail") }));
  return `${text} [${actions.join(", ")}]`;
};

describe("what a failure of the provider says, and the buttons that help", () => {
  it.each<[ProviderErrorDetail, string]>([
    [
      { type: "missing_api_key", destination: anthropic },
      "The Anthropic API wants an API key, and none is set. [open_settings, retry]",
    ],
    [
      { type: "invalid_api_key", destination: server },
      "The server llm.example did not accept the API key. [open_settings, retry]",
    ],
    [{ type: "billing" }, "The provider reports a problem with payment or credit. Check your account there. [retry]"],
    [
      { type: "model_not_found", model: "m", destination: mac },
      'The model "m" is not on this Mac. Download it in Ollama or LM Studio, or choose another. [open_settings, retry]',
    ],
    [
      { type: "model_not_found", model: "m", destination: anthropic },
      'The model "m" is not available. Choose another in the preferences. [open_settings, retry]',
    ],
    [
      { type: "network", failure: "cannot_connect", destination: mac },
      "Nothing answers on this Mac at localhost:11434. Start the server, such as Ollama or LM Studio, and try again. [retry, open_settings]",
    ],
    [
      { type: "network", failure: "cannot_connect", destination: anthropic },
      "The Anthropic API cannot be reached. Check the internet connection. [retry]",
    ],
    [
      { type: "network", failure: "connection_lost", destination: mac },
      "The connection to the server on this Mac (localhost:11434) broke. Try again. [retry]",
    ],
    [
      { type: "network", failure: "insecure", destination: server },
      "There is no secure connection to the server llm.example. Check its certificate. [retry, open_settings]",
    ],
    [{ type: "network", failure: "offline", destination: anthropic }, "There is no internet connection. [retry]"],
    [{ type: "server", status: 503 }, "The provider had an error of its own (503). Try again later. [retry]"],
    [{ type: "context_too_long" }, "This chat has grown too long for the model. Start a new one. [new_chat]"],
    [{ type: "incomplete_response" }, "The answer broke off before it was complete. Try again. [retry]"],
  ])("%j", (detail, expected) => {
    expect(notice(detail)).toBe(expected);
  });

  it.each([
    [undefined, "in a moment"],
    [0, "in a second"],
    [1500, "in 2 seconds"],
    [59_000, "in 59 seconds"],
    [60_000, "in a minute"],
    [90_000, "in 2 minutes"],
    [3_600_000, "in an hour"],
    [3_600_001, "in 2 hours"],
  ])("says how long to wait: %s ms", (retryAfterMs, words) => {
    const detail: ProviderErrorDetail = { type: "rate_limited", ...(retryAfterMs !== undefined && { retryAfterMs }) };
    expect(notice(detail)).toBe(`Too many requests at once. Try again ${words}. [retry]`);
  });
});

describe("other failures", () => {
  const stores: StoreErrorDetail["type"][] = [
    "locked",
    "full",
    "corrupt",
    "vanished",
    "not_writable",
    "chat_deleted",
    "other",
  ];

  it("each say something of their own", () => {
    const texts = stores.map(
      (type) => failureNotice(new StoreError(type === "call_moved" ? { type, callId: "c" } : { type })).text,
    );
    expect(new Set(texts).size).toBe(stores.length);
  });

  it("offer another try only where it can help", () => {
    const actionsOf = (type: (typeof stores)[number]) =>
      failureNotice(new StoreError(type === "call_moved" ? { type, callId: "c" } : { type })).actions.join();
    const offered = Object.fromEntries(
      [...stores, "call_moved" as const, "newer_version" as const].map((type) => [type, actionsOf(type)]),
    );
    expect(offered).toEqual({
      locked: "retry",
      full: "retry",
      corrupt: "",
      vanished: "",
      not_writable: "retry",
      chat_deleted: "new_chat",
      call_moved: "",
      newer_version: "",
      other: "retry",
    });
  });

  it.each([new TypeError("secret detail"), "secret detail", null])(
    "that nobody expected say no more than that: %s",
    (error) => {
      expect(failureNotice(error)).toEqual({
        style: "error",
        text: "Something in Orbit went wrong that it did not expect. Try again.",
        actions: ["retry"],
      });
    },
  );

  it("count what could not be read", () => {
    expect([damagedNotice(1).text, damagedNotice(2).text]).toEqual([
      "One entry of this chat could not be read and is missing here.",
      "2 entries of this chat could not be read and are missing here.",
    ]);
  });
});
