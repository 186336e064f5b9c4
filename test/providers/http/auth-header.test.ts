import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { authHeader } from "../../../src/providers/http/auth-header";

const destination = { type: "anthropic_api" } as const;
const headerOf = (key: string | undefined) => authHeader("authorization", key, destination, "Bearer ");

describe("P5 a key as people paste it", () => {
  it.each([
    "sk-ab_1=",
    " sk-ab_1= ",
    "sk-ab_1=\n",
    "\u200Bsk-ab_1=\uFEFF",
    '"sk-ab_1="',
    "'sk-ab_1='",
    "“sk-ab_1=”",
    "`sk-ab_1=`",
    "Bearer sk-ab_1=",
    "bearer  sk-ab_1=",
    '"Bearer sk-ab_1="',
    "OPENAI_API_KEY=sk-ab_1=",
    'export OPENAI_API_KEY="sk-ab_1="',
    "OPENAI_API_KEY = 'sk-ab_1=';",
    "‘sk-ab_1=’",
    "BEARER sk-ab_1=",
    "Authorization: Bearer sk-ab_1=",
    '"authorization: bearer sk-ab_1="',
    "x-api-key: sk-ab_1=",
    "ANTHROPIC_API_KEY: sk-ab_1=",
    "openai_api_key=sk-ab_1=",
  ])("%j", (typed) => {
    expect(headerOf(typed)).toEqual({ authorization: "Bearer sk-ab_1=" });
  });

  it.each([undefined, "", " ", '""'])("%j is none", (typed) => {
    expect(headerOf(typed)).toBeUndefined();
  });

  it.each(["ключ", "sk-a sk-b", "sk-a\nsk-b", "sk-“quoted”x"])("%j can be in no header", (typed) => {
    expect(() => headerOf(typed)).toThrow(new ProviderError({ type: "invalid_api_key", destination }));
  });

  it.each(["ollama", "sk-no-key-required", "AB_CD=", "a=b", "ab_key", "bearer"])("%j stays as it is", (typed) => {
    expect(headerOf(typed)).toEqual({ authorization: `Bearer ${typed}` });
  });
});
