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

describe("StatusError", () => {
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
    [404, html, { type: "invalid_base_url" }],
    [404, "404 page not found", { type: "invalid_base_url" }],
    [404, "", { type: "invalid_base_url" }],
    [404, { detail: "Not Found" }, { type: "invalid_base_url" }],
    [404, message("Invalid URL (POST /chat/completions)"), { type: "invalid_base_url" }],
    [404, { message: "Cannot POST /v1/v1/messages" }, { type: "invalid_base_url" }],
    [404, { error: "Unexpected endpoint or method. (POST /chat/completions)" }, { type: "invalid_base_url" }],
    [404, message("model: small-model"), { type: "model_not_found", model, destination }],
    [404, message('model "small-model" not found'), { type: "model_not_found", model, destination }],
    [404, message("No endpoints found that support tool use."), { type: "tools_not_supported", model }],
    [408, "", { type: "network", failure: "timed_out", destination }],
    [413, "", { type: "request_too_large" }],
    [429, "", { type: "rate_limited" }],
    [429, { error: { code: "insufficient_quota", message: "…" } }, { type: "billing" }],
    [500, "", { type: "server", status: 500 }],
    [502, html, { type: "server", status: 502 }],
    [503, message("insufficient_quota"), { type: "billing" }],
    [529, message("Overloaded"), { type: "overloaded" }],
    [405, "", { type: "invalid_request" }],
    [418, message("prompt is too long"), { type: "invalid_request" }],
    [302, "", { type: "invalid_base_url" }],
    [308, "", { type: "invalid_base_url" }],
  ])("%i %j", (status, body, detail) => {
    expect(refused(status, body).detail).toEqual(detail);
  });

  it("tells a missing key from a refused one", () => {
    expect(refused(401, "", { hasKey: false }).detail).toEqual({ type: "missing_api_key", destination });
  });

  it("keeps what the server said as the cause, out of the message", () => {
    const error = refused(400, message("You wrote: a secret"));
    expect(error.cause).toContain("a secret");
    expect(error.message).toBe("provider error: invalid_request");
  });

  it.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "-3" }, 0],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after-ms": "soon", "retry-after": "7" }, 7_000],
    [{ "retry-after": new Date(NOW + 90_000).toUTCString() }, 90_000],
    [{ "retry-after": new Date(NOW - 90_000).toUTCString() }, 0],
    [{ "retry-after": "tomorrow" }, undefined],
    [{ "retry-after": " " }, undefined],
    [{}, undefined],
  ])("reads the wait of %j as %s ms", (headers, wait) => {
    const error = refused(429, "", { headers: new Headers(Object.entries(headers)) });
    expect(error.retryAfterMs).toBe(wait);
    expect(error.detail).toEqual(
      wait === undefined ? { type: "rate_limited" } : { type: "rate_limited", retryAfterMs: wait },
    );
  });
});
