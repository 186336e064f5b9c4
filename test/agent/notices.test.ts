import { describe, expect, it } from "vitest";
import { damagedNotice, failureNotice, permissionNotice, withTrouble, STOPPED } from "../../src/agent/notices";
import {
  ProviderError,
  type CertificateFault,
  type Destination,
  type NetworkFailure,
  type ProviderErrorDetail,
} from "../../src/agent/ports/provider-error";
import { StoreError, type StoreErrorDetail } from "../../src/agent/ports/store";
import { permissionKindSchema } from "../../src/agent/tool/permission";

const anthropic: Destination = { type: "anthropic_api" };
const mac: Destination = { type: "this_mac", address: "localhost:11434" };
const server: Destination = { type: "server", address: "llm.example" };
const BERLIN = { locale: "de-DE", timeZone: "Europe/Berlin" };

const notice = (detail: ProviderErrorDetail, region?: typeof BERLIN) => {
  const error = new ProviderError(detail, { cause: new Error("secret detail") });
  const { style, text, actions } = failureNotice(error, region);
  expect([style, text.includes("secret")]).toEqual(["error", false]);
  return `${text} [${actions.join(", ")}]`;
};

type Case<Type extends ProviderErrorDetail["type"]> = [Extract<ProviderErrorDetail, { type: Type }>, string];

/** Every type has to be here: the compiler asks for it. */
const CASES: { [Type in Exclude<ProviderErrorDetail["type"], "network">]: Case<Type>[] } = {
  // P7: each provider with what is wrong and what helps.
  no_provider: [
    [
      {
        type: "no_provider",
        tried: [
          { provider: "anthropic", why: { type: "not_set_up" } },
          { provider: "claude-code", why: { type: "not_supported_yet", provider: "claude-code" } },
          { provider: "openai", why: { type: "network", failure: "cannot_connect", destination: mac } },
        ],
      },
      "No model is ready to answer. Anthropic API: Enter a key in the preferences. Claude subscription: Orbit cannot use it yet. Server: Nothing answers on this Mac at localhost:11434. Start the server, such as Ollama or LM Studio, and try again. [open_settings, check_setup, retry]",
    ],
    [
      {
        type: "no_provider",
        tried: [
          { provider: "anthropic", why: { type: "invalid_api_key", destination: anthropic } },
          { provider: "claude-code", why: { type: "not_set_up" } },
          { provider: "openai", why: { type: "no_model" } },
        ],
      },
      'No model is ready to answer. Anthropic API: The Anthropic API did not accept the API key. Claude subscription: Install Claude Code and sign in. Server: The server lists no model that can use tools. Download one, such as with "ollama pull qwen3:8b", or enter a model in the preferences. [open_settings, check_setup, retry]',
    ],
    [
      {
        type: "no_provider",
        tried: [
          { provider: "anthropic", why: { type: "no_sign" } },
          { provider: "openai", why: { type: "not_set_up" } },
        ],
      },
      "No model is ready to answer. Anthropic API: It did not answer in time. Server: Enter its address in the preferences. [open_settings, check_setup, retry]",
    ],
  ],
  not_supported_yet: [
    [
      { type: "not_supported_yet", provider: "claude-code" },
      "Orbit cannot use the Claude subscription yet. Choose the Anthropic API or a server in the preferences. [open_settings, retry]",
    ],
  ],
  provider_gone: [
    [
      { type: "provider_gone", recipient: "llm.example" },
      "This chat is with llm.example, which the preferences do not name any more. Set it up again, or go on with what they name now. [open_settings, switch_provider]",
    ],
  ],
  missing_api_key: [
    [
      { type: "missing_api_key", destination: anthropic },
      "The Anthropic API wants an API key, and none is set. [open_settings, retry]",
    ],
  ],
  invalid_api_key: [
    [
      { type: "invalid_api_key", destination: server },
      "The server llm.example did not accept the API key. [open_settings, retry]",
    ],
  ],
  permission_denied: [
    [
      { type: "permission_denied", model: "m" },
      'This API key may not use the model "m". [open_settings, retry, switch_provider]',
    ],
  ],
  not_in_subscription: [
    [
      { type: "not_in_subscription", model: "m" },
      'The Claude subscription does not include the model "m". Choose another in the preferences. [open_settings, retry, switch_provider]',
    ],
  ],
  billing: [
    [{ type: "billing" }, "The provider reports a problem with payment or credit. Check your account there. [retry]"],
  ],
  no_model: [
    [
      { type: "no_model", mayHave: true },
      "The server does not say which of its models can use tools. Choose one that can, or enter it in the preferences. [check_setup, open_settings, retry]",
    ],
    [
      { type: "no_model" },
      'The server lists no model that can use tools. Download one, such as with "ollama pull qwen3:8b", or enter a model in the preferences. [open_settings, check_setup, retry]',
    ],
  ],
  model_not_found: [
    [
      { type: "model_not_found", model: "m", destination: mac },
      'The model "m" is not on this Mac. Download it in Ollama or LM Studio, or choose another. [open_settings, retry, switch_provider]',
    ],
    [
      { type: "model_not_found", model: "m", destination: anthropic },
      'The model "m" is not available. Choose another in the preferences. [open_settings, retry, switch_provider]',
    ],
  ],
  tools_not_supported: [
    [
      { type: "tools_not_supported", model: "m" },
      'The model "m" cannot use tools. Choose one that can, such as gpt-oss or qwen3. [open_settings, retry, switch_provider]',
    ],
  ],
  rate_limited: [[{ type: "rate_limited" }, "Too many requests at once. Try again in a moment. [retry]"]],
  usage_limit: [
    [{ type: "usage_limit" }, "The usage limit of the subscription is reached. Try again later. [retry]"],
    [
      { type: "usage_limit", resetsAt: Date.UTC(2026, 8, 29, 16) },
      "The usage limit of the subscription is reached. Try again later. [retry]",
    ],
  ],
  overloaded: [[{ type: "overloaded" }, "The provider is overloaded just now. Try again in a moment. [retry]"]],
  server: [[{ type: "server", status: 503 }, "The provider had an error of its own (503). Try again later. [retry]"]],
  gateway: [
    [
      { type: "gateway", status: 502, destination: server },
      "Something in front of the server llm.example cannot reach it just now (502). Try again later. [retry, open_settings]",
    ],
    [
      { type: "gateway", status: 521, destination: anthropic },
      "Something in front of the Anthropic API cannot reach it just now (521). Try again later. [retry]",
    ],
    [
      { type: "gateway", status: 403, destination: server },
      "Something in front of the server llm.example, such as a proxy or a firewall, refused the request (403). [retry, open_settings]",
    ],
    [
      { type: "gateway", status: 407, destination: anthropic },
      "The proxy in front of the Anthropic API wants a name and a password. Add them to its address in the variable that names it, such as HTTPS_PROXY, and start Raycast again. [retry]",
    ],
    [
      { type: "gateway", status: 407, destination: anthropic, proxy: "proxy.example:3128" },
      "The proxy proxy.example:3128 wants a name and a password. Add them to its address in the variable that names it, such as HTTPS_PROXY, and start Raycast again. [retry]",
    ],
    [
      { type: "gateway", status: 403, destination: server, proxy: "proxy.example:3128" },
      "The proxy proxy.example:3128 does not let Orbit reach the server llm.example (403). Ask who runs it. [retry, open_settings]",
    ],
    [
      { type: "gateway", status: 502, destination: anthropic, proxy: "proxy.example:3128" },
      "The proxy proxy.example:3128 cannot reach the Anthropic API just now (502). Try again later. [retry]",
    ],
    [
      { type: "gateway", status: 511, destination: server },
      "The network wants a sign-in before it lets Orbit reach the server llm.example. Sign in with the browser and try again. [retry]",
    ],
  ],
  proxy_unreachable: [
    [
      { type: "proxy_unreachable", address: "proxy.example:3128" },
      "The proxy proxy.example:3128 does not answer. Join the network that it is in, or correct the variable that names it, such as HTTPS_PROXY, and start Raycast again. [retry]",
    ],
  ],
  invalid_proxy: [
    [
      { type: "invalid_proxy", variable: "HTTPS_PROXY" },
      "The variable HTTPS_PROXY does not hold the address of a proxy that Orbit can use. It should look like http://proxy.example:3128. [retry]",
    ],
  ],
  request_too_large: [
    [
      { type: "request_too_large" },
      "The request is too large for the provider. Ask for less at once, or start a new chat. [new_chat]",
    ],
  ],
  context_too_long: [
    [{ type: "context_too_long" }, "This chat has grown too long for the model. Start a new one. [new_chat]"],
  ],
  images_refused: [
    [
      { type: "images_refused", cannotSee: true },
      "The server refused the request because of its images. Check the model in the preferences. [open_settings, retry]",
    ],
  ],
  invalid_request: [
    [
      { type: "invalid_request" },
      "The provider refused the request. Check the model in the preferences. [open_settings, retry]",
    ],
  ],
  invalid_base_url: [
    [
      { type: "invalid_base_url" },
      "The server address in the preferences is not a web address. It should look like http://localhost:11434/v1. [open_settings, retry]",
    ],
    [
      { type: "invalid_base_url", address: "llm.example" },
      "No model can be asked at llm.example. Check the address in the preferences, and its path, such as /v1 at the end. [open_settings, retry]",
    ],
  ],
  unencrypted_address: [
    [
      { type: "unencrypted_address", address: "llm.example" },
      "llm.example wants https: begin its address in the preferences with https://. Plain http is only for servers on this Mac and in your own network that do not want it. [open_settings, retry]",
    ],
  ],
  claude_code: [
    [
      { type: "claude_code", failure: "not_installed" },
      "Claude Code is not on this Mac. Install it or the Claude app, or choose another provider in the preferences. [open_settings, retry]",
    ],
    [
      { type: "claude_code", failure: "not_signed_in" },
      "Claude Code is signed out. Sign in with your Claude account; that happens in the browser, at Anthropic. [sign_in, retry]",
    ],
    [
      { type: "claude_code", failure: "outdated" },
      "This Claude Code is too old for Orbit. Update it or the Claude app, and try again. [retry, open_settings]",
    ],
    [{ type: "claude_code", failure: "ended" }, "Claude Code ended before it had answered. Try again. [retry]"],
  ],
  incomplete_response: [
    [{ type: "incomplete_response" }, "The answer broke off before it was complete. Try again. [retry]"],
  ],
};

const NETWORK: Record<NetworkFailure, [Destination, string][]> = {
  offline: [[anthropic, "There is no internet connection. [retry]"]],
  connection_lost: [[mac, "The connection to the server on this Mac (localhost:11434) broke. Try again. [retry]"]],
  timed_out: [[server, "The server llm.example does not answer. Try again. [retry]"]],
  cannot_connect: [
    [
      mac,
      "Nothing answers on this Mac at localhost:11434. Start the server, such as Ollama or LM Studio, and try again. [retry, open_settings]",
    ],
    [server, "The server llm.example cannot be reached. Check its address and the network. [retry, open_settings]"],
    [anthropic, "The Anthropic API cannot be reached. Check the internet connection. [retry]"],
  ],
  insecure: [
    [server, "There is no secure connection to the server llm.example. Check its certificate. [retry, open_settings]"],
    [anthropic, "There is no secure connection to the Anthropic API. Check its certificate. [retry]"],
  ],
  other: [[anthropic, "The network failed. Try again. [retry]"]],
};

describe("C11 P5 what a failure of the provider says, and the buttons that help, the fitting one first", () => {
  it.each<[ProviderErrorDetail, string]>(Object.values(CASES).flat())("%j", (detail, expected) => {
    expect(notice(detail)).toBe(expected);
  });

  const network = Object.entries(NETWORK).flatMap(([failure, cases]) =>
    cases.map(([destination, expected]) => [failure, destination, expected] as const),
  );
  it.each(network)("network: %s, %j", (failure, destination, expected) => {
    const isKnown = (text: string): text is NetworkFailure => text in NETWORK;
    if (!isKnown(failure)) throw new Error(failure);
    expect(notice({ type: "network", failure, destination })).toBe(expected);
  });

  it.each<[CertificateFault, Destination, string]>([
    [
      "unknown_issuer",
      server,
      "The certificate of the server llm.example is from an issuer that Orbit does not know. Where that is your company or you, add its certificate in Raycast's settings under Advanced (in a terminal with NODE_EXTRA_CA_CERTS), and start Raycast again. [retry, open_settings]",
    ],
    [
      "out_of_date",
      anthropic,
      "The certificate of the Anthropic API has expired or is not valid yet. Check the clock of this Mac, or ask who runs the server. [retry]",
    ],
    [
      "other_name",
      server,
      "The certificate of the server llm.example is for another name. Check the address, and whether the network lets Orbit through. [retry, open_settings]",
    ],
    [
      "none",
      mac,
      "The server on this Mac (localhost:11434) does not speak https there. If it is on this Mac or in your own network, begin its address with http://. [retry, open_settings]",
    ],
  ])("P8 what is wrong with a certificate: %s", (certificate, destination, expected) => {
    expect(notice({ type: "network", failure: "insecure", destination, certificate })).toBe(expected);
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
    [24 * 3_600_000, "in 24 hours"],
    [1_900_000_000_000, "later"],
    [1e300, "later"],
  ])("says how long to wait: %s ms", (retryAfterMs, words) => {
    const detail: ProviderErrorDetail = { type: "rate_limited", ...(retryAfterMs !== undefined && { retryAfterMs }) };
    expect(notice(detail)).toBe(`Too many requests at once. Try again ${words}. [retry]`);
  });

  it("says when a used-up limit starts anew, by the person's clock", () => {
    expect(notice({ type: "usage_limit", resetsAt: Date.UTC(2026, 8, 29, 16) }, BERLIN)).toBe(
      "The usage limit of the subscription is reached. It resets on Sep 29, 2026 at 18:00. [retry]",
    );
  });

  it("is known again by New Chat where the chat does not fit any more", () => {
    const reasonOf = (type: "context_too_long" | "request_too_large" | "overloaded") =>
      failureNotice(new ProviderError({ type })).reason;
    expect([reasonOf("context_too_long"), reasonOf("request_too_large"), reasonOf("overloaded")]).toEqual([
      "context_full",
      "context_full",
      undefined,
    ]);
  });
});

describe("C11 what a failure of the storage says", () => {
  const ACTIONS: Record<StoreErrorDetail["type"], string> = {
    locked: "retry",
    full: "retry",
    corrupt: "",
    vanished: "",
    not_writable: "retry",
    chat_deleted: "new_chat",
    call_moved: "",
    history_rewritten: "",
    row_gone: "",
    newer_version: "",
    other: "retry",
  };
  const DETAILS: StoreErrorDetail[] = [
    { type: "locked" },
    { type: "full" },
    { type: "corrupt" },
    { type: "vanished" },
    { type: "not_writable" },
    { type: "chat_deleted" },
    { type: "call_moved", callId: "c" },
    { type: "history_rewritten" },
    { type: "row_gone", rowId: "r" },
    { type: "newer_version" },
    { type: "other" },
  ];
  const said = DETAILS.map((detail) => ({ type: detail.type, ...failureNotice(new StoreError(detail)) }));

  it("is something of its own for each that a person can tell apart", () => {
    // Three ways in which another window was first are one thing to the person.
    expect(new Set(said.map(({ text }) => text)).size).toBe(DETAILS.length - 2);
  });

  it("offers another try only where it can help", () => {
    expect(Object.fromEntries(said.map(({ type, actions }) => [type, actions.join()]))).toEqual(ACTIONS);
  });
});

describe("C11 other notices", () => {
  it.each([new TypeError("secret detail"), "secret detail", null])(
    "of what nobody expected say no more than that: %s",
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

  it.each(permissionKindSchema.options)("name the permission that is missing, and open its pane: %s", (permission) => {
    const { text, ...rest } = permissionNotice(permission);
    expect(rest).toEqual({
      style: "warning",
      actions: ["open_permission_settings"],
      reason: "permission",
      permission,
    });
    expect(text).toMatch(
      /^macOS does not let Orbit do this yet\. Allow Raycast in System Settings, .+, then ask again\.$/,
    );
  });

  it("say two troubles in one, with the buttons of both", () => {
    const full = failureNotice(new StoreError({ type: "full" }));
    const overloaded = failureNotice(new ProviderError({ type: "context_too_long" }));
    expect(withTrouble(STOPPED, full)).toEqual({ style: "error", text: `Stopped. ${full.text}`, actions: ["retry"] });
    expect(withTrouble(overloaded, full)).toEqual({
      ...overloaded,
      text: `${overloaded.text} ${full.text}`,
      actions: ["new_chat", "retry"],
    });
    expect(withTrouble(full, full)).toEqual(full);
  });
});
