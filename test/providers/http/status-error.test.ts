import { describe, expect, it } from "vitest";
import type { ProviderErrorDetail } from "../../../src/agent/ports/provider-error";
import { StatusError, type Refusal } from "../../../src/providers/http/status-error";

const NOW = Date.UTC(2030, 0, 1, 12);
const model = "small-model";
const destination = { type: "server", address: "models.example.com" } as const;

function refused(status: number, body: unknown = "", more: Partial<Refusal> = {}): StatusError {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new StatusError(
    { status, headers: new Headers(), body: text, model, destination, hasKey: true, ...more },
    NOW,
  );
}

const message = (text: string) => ({ error: { message: text, type: "some_error" } });
const html = "<!DOCTYPE html><title>Not Found</title>";
const blocked = "\n <html><head><title>Attention Required! | Cloudflare</title></head></html>";

const noApi = { type: "invalid_base_url", address: "models.example.com" } as const;

describe("P5 what a status and its body mean", () => {
  it.each<[number, unknown, ProviderErrorDetail]>([
    [400, message("Your credit balance is too low to access the API."), { type: "billing" }],
    [400, { error: { type: "billing_error", message: "See your plan" } }, { type: "billing" }],
    [400, message("prompt is too long: 210000 tokens > 200000 maximum"), { type: "context_too_long" }],
    [400, { error: { code: "context_length_exceeded", message: "Too big" } }, { type: "context_too_long" }],
    [400, message("the request exceeds the available context size"), { type: "context_too_long" }],
    [422, { detail: "This model's maximum context is 8192" }, { type: "context_too_long" }],
    [400, { error: "too many tokens in the messages" }, { type: "context_too_long" }],
    [400, message("registry/small-model does not support tools"), { type: "tools_not_supported", model }],
    [400, message("Function calling is not supported with this model"), { type: "tools_not_supported", model }],
    [400, message("The model `x` does not exist"), { type: "model_not_found", model, destination }],
    [422, message('model "x" not found, try pulling it first'), { type: "model_not_found", model, destination }],
    [
      400,
      [{ error: { message: "input token count exceeds the maximum number of tokens" } }],
      { type: "context_too_long" },
    ],
    [400, message("Unexpected field"), { type: "invalid_request" }],
    [400, html, { type: "invalid_request" }],
    [401, message("bad key"), { type: "invalid_api_key", destination }],
    [402, "", { type: "billing" }],
    [403, "", { type: "permission_denied", model }],
    [404, html, noApi],
    [404, "404 page not found", noApi],
    [404, "", noApi],
    [404, { detail: "Not Found" }, noApi],
    [404, message("Invalid URL (POST /chat/completions)"), noApi],
    [404, { message: "Cannot POST /v1/v1/messages" }, noApi],
    [404, { error: "Unexpected endpoint or method. (POST /chat/completions)" }, noApi],
    [404, message("model: small-model"), { type: "model_not_found", model, destination }],
    [404, message('model "small-model" not found'), { type: "model_not_found", model, destination }],
    [404, message("No endpoints found that support tool use."), { type: "tools_not_supported", model }],
    [408, "", { type: "network", failure: "timed_out", destination }],
    [413, "", { type: "request_too_large" }],
    [429, "", { type: "rate_limited" }],
    [429, { error: { code: "insufficient_quota", message: "…" } }, { type: "billing" }],
    [500, "", { type: "server", status: 500 }],
    [502, "", { type: "server", status: 502 }],
    [503, message("insufficient_quota"), { type: "billing" }],
    [529, message("Overloaded"), { type: "overloaded" }],
    [405, "", noApi],
    [418, message("prompt is too long"), { type: "invalid_request" }],
    [302, "", noApi],
    [308, "", noApi],
    // Beyond the plain cases: what a body says at a status where nobody looks for it.
    [400, message("API key not valid. Please pass a valid API key."), { type: "invalid_api_key", destination }],
    [400, { error: "Incorrect API key provided: sk-…" }, { type: "invalid_api_key", destination }],
    [
      400,
      [{ error: { code: 400, status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] } }],
      { type: "invalid_api_key", destination },
    ],
    [
      400,
      message('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
      { type: "tools_not_supported", model },
    ],
    [
      400,
      "Client sent an HTTP request to an HTTPS server.\n",
      { type: "unencrypted_address", address: "models.example.com" },
    ],
    [
      400,
      "<html><center>The plain HTTP request was sent to HTTPS port</center></html>",
      { type: "unencrypted_address", address: "models.example.com" },
    ],
    [
      400,
      { error: { message: "Provider returned error", metadata: { raw: '{"message":"prompt is too long"}' } } },
      { type: "context_too_long" },
    ],
    [403, { error: { type: "billing_error", message: "Your account is past due" } }, { type: "billing" }],
    [403, message("The API key is invalid"), { type: "invalid_api_key", destination }],
    [403, message("Invalid API key"), { type: "invalid_api_key", destination }],
    [404, {}, noApi],
    [404, { error: null }, noApi],
    [404, [], noApi],
    [404, { status: 404, error: "Not Found", path: "/models/not found" }, noApi],
    [404, { error: { code: "404", message: "Resource not found" } }, noApi],
    // llama.cpp's
    [404, { error: { code: 404, message: "File Not Found", type: "not_found_error" } }, noApi],
    [404, message("Unknown request URL: POST /v1/x"), noApi],
    [404, { error: "Not Found", message: "model x does not exist" }, { type: "model_not_found", model, destination }],
    [
      413,
      message("Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000"),
      { type: "request_too_large" },
    ],
    [429, message("Request too large for m (TPM): Limit 30000, Requested 40000"), { type: "request_too_large" }],
    [500, message("the request exceeds the available context size"), { type: "context_too_long" }],
    [500, message("tools param requires --jinja flag"), { type: "tools_not_supported", model }],
    [503, message("The model is overloaded. Please try again later."), { type: "overloaded" }],
    [529, message("insufficient_quota"), { type: "billing" }],
  ])("%i %j", (status, body, detail) => {
    expect(refused(status, body).detail).toEqual(detail);
  });

  it.each([400, 401, 403])("tells a missing key from a refused one: %i", (status) => {
    expect(refused(status, message("Invalid API key"), { hasKey: false }).detail).toEqual({
      type: "missing_api_key",
      destination,
    });
  });

  it("never takes the person's words, which FastAPI repeats, for the server's", () => {
    const repeated = { detail: [{ msg: "Field required", loc: ["body"], input: { text: "the prompt is too long" } }] };
    expect(refused(422, repeated).detail).toEqual({ type: "invalid_request" });
  });

  it("names no address of the official API, which nobody typed", () => {
    const official = { destination: { type: "anthropic_api" } } as const;
    expect(refused(404, "", official).detail).toEqual({ type: "invalid_base_url" });
    expect(refused(302, "", official).detail).toEqual({ type: "invalid_base_url" });
  });

  it("says https where a redirect leads to the same near host with it", () => {
    const to = (location: string, address: string) =>
      refused(301, "", { headers: new Headers({ location }), destination: { type: "server", address } }).detail;
    const address = "nas.local:8080";
    expect(to("https://nas.local/v1", address)).toEqual({ type: "unencrypted_address", address });
    expect(to("https://elsewhere.local/v1", address)).toEqual({ type: "invalid_base_url", address });
    expect(to("not a url", address)).toEqual({ type: "invalid_base_url", address });
    // To a public one it was https already.
    expect(to("https://models.example.com:8443/v1", "models.example.com")).toEqual(noApi);
  });

  it("takes a JSON body of any depth in no time", () => {
    const deep = "[".repeat(30_000) + "]".repeat(30_000);
    expect(refused(404, deep).detail).toEqual(noApi);
    expect(refused(400, `{"error":${deep}}`).detail).toEqual({ type: "invalid_request" });
  });

  it("may have arrived, whatever it means", () => {
    expect(refused(401, "", { hasKey: false, destination: { type: "anthropic_api" } }).mayHaveArrived).toBe(true);
    expect(refused(400, "Client sent an HTTP request to an HTTPS server.").mayHaveArrived).toBe(true);
  });

  it.each<[number, unknown, "gateway" | ProviderErrorDetail["type"]]>([
    [401, html, "gateway"],
    [403, blocked, "gateway"],
    [407, "", "gateway"],
    [407, html, "gateway"],
    [502, html, "gateway"],
    [502, "Bad Gateway", "server"],
    [503, html, "gateway"],
    [503, "", "server"],
    [504, html, "gateway"],
    [511, html, "gateway"],
    [520, "error code: 520", "gateway"],
    [521, "", "gateway"],
    [526, html, "gateway"],
    [530, html, "gateway"],
    [500, html, "server"],
    [529, html, "overloaded"],
    [521, message("an API's own"), "server"],
    [401, message("an API's own"), "invalid_api_key"],
    [403, message("an API's own"), "permission_denied"],
    [502, message("an API's own"), "server"],
    [429, html, "rate_limited"],
    [413, html, "request_too_large"],
  ])("tells a page of something in front of the server from the server: %i %j is %s", (status, body, type) => {
    const { detail } = refused(status, body);
    expect(detail.type).toBe(type);
    if (type === "gateway") expect(detail).toEqual({ type, status, destination });
  });

  it("keeps what the server said as the cause, out of the message", () => {
    const error = refused(400, message("You wrote: a secret"));
    expect(error.cause).toContain("a secret");
    expect(error.message).toBe("provider error: invalid_request");
  });
});
