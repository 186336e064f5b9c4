import { describe, expect, it, onTestFinished } from "vitest";
import { jsonValueSchema } from "../../src/agent/text/json";
import { startModelServer, type ModelServerOptions } from "../fakes/model-server/server";
import { runInProcess, tempHome, type Asked } from "./harness";

const models = [
  { id: "small:latest" },
  { id: "large:latest", tools: true, vision: true },
  { id: "vectors", isEmbedding: true },
];

async function check(
  like: Partial<ModelServerOptions>,
  ...flags: string[]
): Promise<Asked & { asked: readonly string[] }> {
  const server = await startModelServer({ respond: [], ...like });
  onTestFinished(() => server.stop());
  const home = await tempHome();
  const asked = await runInProcess(["--home", home, "--base-url", `${server.url}/v1`, "--check", ...flags]);
  return { ...asked, asked: server.asked };
}

describe("P6 ask --check", () => {
  it("prints how each provider stands, its models and what helps, and asks no model", async () => {
    const { code, out, asked } = await check({ models, ollama: true });
    expect(out).toBe(
      [
        "Anthropic API (Claude): not set up",
        "  Name the environment variable that holds its key with --key-env.",
        "Claude subscription (Claude): cannot answer",
        "  Orbit cannot use the Claude subscription yet. Choose the Anthropic API or a server in the preferences.",
        "OpenAI-compatible server (the model on this Mac): ready, with large:latest",
        "  small:latest (no tools)",
        "  large:latest (tools, pictures)",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
    expect(asked.filter((route) => /completions|messages|generate/.test(route))).toEqual([]);
  });

  it("ends with 1 where nobody can answer", async () => {
    const { code, out } = await check({ models, ollama: true }, "--model", "other");
    expect(out).toContain(
      '  The model "other" is not on this Mac. Download it in Ollama or LM Studio, or choose another.\n',
    );
    expect(out).toMatch(/\nIn the terminal the preferences are flags: see --help\.\n$/);
    expect(code).toBe(1);
  });

  it("prints data with --json", async () => {
    const { code, out } = await check({ apiKey: "k", models }, "--json");
    expect(code).toBe(1);
    expect(jsonValueSchema.parse(JSON.parse(out))).toMatchObject([
      { provider: "anthropic", state: { type: "not_set_up" }, models: [] },
      { provider: "claude-code", state: { type: "failed" } },
      {
        provider: "openai",
        recipient: "the model on this Mac",
        state: { type: "failed", detail: { type: "missing_api_key" } },
        next: expect.stringContaining("wants an API key") as string,
      },
    ]);
  });

  it("prints no more models than fit, and nothing that moves the cursor", async () => {
    const many = Array.from({ length: 25 }, (_, at) => ({ id: at === 0 ? "a\u001b[2J\nb" : `m${at}` }));
    const { out } = await check({ models: many });
    expect(out).toContain("  a[2J b\n");
    expect(out).toContain("  m19\n  and 5 more; --json prints them all\n");
    expect(out).not.toContain("m20");
  });
});
