import { describe, expect, it } from "vitest";
import { failureNotice, imagesOutNotice } from "../../src/agent/notices";
import { IMAGE_LIMITS } from "../../src/agent/images/image-limits";
import { ProviderError, type Destination, type ProviderErrorDetail } from "../../src/agent/ports/provider-error";
import manifest from "../../package.json";
import { readPage } from "./support/page";
import { section, tableRows } from "./support/tables";

const page = readPage("providers.md");

const HERE: Destination = { type: "this_mac", address: "localhost:11434" };
const THERE: Destination = { type: "server", address: "models.example" };
const OFFICIAL: Destination = { type: "anthropic_api" };

/** Failures of each kind that a server can bring up, with all the words that each may have. */
const FAILURES: Record<
  Exclude<ProviderErrorDetail["type"], "not_in_subscription" | "usage_limit" | "claude_code">,
  ProviderErrorDetail[]
> = {
  no_provider: [{ type: "no_provider", tried: [{ provider: "openai", why: { type: "no_sign" } }] }],
  not_supported_yet: [{ type: "not_supported_yet", provider: "claude-code" }],
  provider_gone: [{ type: "provider_gone", recipient: "models.example" }],
  missing_api_key: [{ type: "missing_api_key", destination: OFFICIAL }],
  invalid_api_key: [{ type: "invalid_api_key", destination: THERE }],
  permission_denied: [{ type: "permission_denied", model: "m" }],
  billing: [{ type: "billing" }],
  no_model: [{ type: "no_model" }, { type: "no_model", mayHave: true }],
  model_not_found: [HERE, THERE].map((destination) => ({ type: "model_not_found", model: "m", destination })),
  tools_not_supported: [{ type: "tools_not_supported", model: "m" }],
  rate_limited: [{ type: "rate_limited", retryAfterMs: 5_000 }],
  overloaded: [{ type: "overloaded" }],
  server: [{ type: "server", status: 500 }],
  gateway: [403, 407, 502, 511].flatMap((status) => [
    { type: "gateway", status, destination: THERE },
    { type: "gateway", status, destination: THERE, proxy: "proxy.example:3128" },
  ]),
  proxy_unreachable: [{ type: "proxy_unreachable", address: "proxy.example:3128" }],
  invalid_proxy: [{ type: "invalid_proxy", variable: "HTTPS_PROXY" }],
  request_too_large: [{ type: "request_too_large" }],
  context_too_long: [{ type: "context_too_long" }],
  images_refused: [{ type: "images_refused", cannotSee: false }],
  invalid_request: [{ type: "invalid_request" }],
  invalid_base_url: [{ type: "invalid_base_url" }, { type: "invalid_base_url", address: "models.example" }],
  unencrypted_address: [{ type: "unencrypted_address", address: "models.example" }],
  network: (["offline", "connection_lost", "timed_out", "cannot_connect", "insecure", "other"] as const).flatMap(
    (failure) => [OFFICIAL, HERE, THERE].map((destination) => ({ type: "network", failure, destination })),
  ),
  incomplete_response: [{ type: "incomplete_response" }],
};

const CERTIFICATES = (["unknown_issuer", "out_of_date", "other_name", "none"] as const).map(
  (certificate): ProviderErrorDetail => ({ type: "network", failure: "insecure", destination: THERE, certificate }),
);

const sentences = [
  ...[...Object.values(FAILURES).flat(), ...CERTIFICATES].map(
    (detail) => failureNotice(new ProviderError(detail)).text,
  ),
  ...(["cannot_see", "refused"] as const).map((reason) => imagesOutNotice({ reason, model: "m" }, '"cat.png"').text),
];

/** The first cells of the table, as what a sentence begins with: "…" stands for any words. */
const rows = tableRows(section(page, "What the sentences mean")).map(([cell = ""]) => cell);
const patterns = rows.map((cell) => {
  const parts = cell.split("…").map((part) => part.trim().replace(/[.()/]/g, "\\$&"));
  return { cell, pattern: new RegExp(`^${parts.join(".*")}`) };
});

describe("P5 P8 P10 docs/providers.md", () => {
  it.each(sentences)("explains: %s", (sentence) => {
    expect(patterns.filter(({ pattern }) => pattern.test(sentence))).not.toEqual([]);
  });

  it.each(patterns)("has in its table only what Orbit says: $cell", ({ pattern }) => {
    expect(sentences.filter((sentence) => pattern.test(sentence))).not.toEqual([]);
  });

  it.each(["Anthropic", "OpenAI", "Ollama", "LM Studio", "vLLM", "llama.cpp", "OpenRouter"])(
    "says of %s what to enter, by the names of the preferences",
    (name) => {
      const titles = manifest.preferences.map(({ title }) => title);
      const named = tableRows(section(page, name)).map(([preference]) => preference);
      expect(named).toHaveLength(3);
      expect(titles).toEqual(expect.arrayContaining(named));
    },
  );

  it("names the defaults that the preferences have", () => {
    const defaultOf = (wanted: string) => manifest.preferences.find(({ name }) => name === wanted)?.default ?? "none";
    expect(section(page, "Anthropic")).toContain(`\`${defaultOf("anthropicModel")}\``);
    expect(section(page, "Ollama")).toContain(`\`${defaultOf("openaiBaseUrl")}\``);
  });

  it("names the limits that images have", () => {
    const { count, bytes, totalBytes, side } = IMAGE_LIMITS;
    const sizes = [bytes, totalBytes].map((size) => `${size / 1e6} MB`);
    const images = section(page, "Images");
    for (const limit of [`up to ${count} `, ...sizes, `${side.toLocaleString("en")} pixels`]) {
      expect(images).toContain(limit);
    }
  });
});
