import { describe, expect, it } from "vitest";
import type { ProviderErrorDetail } from "../../../src/agent/ports/provider-error";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import {
  besideVersion,
  destinationOf,
  parseAddress,
  readAddress,
  recipientKeyOf,
  recipientOf,
  routeOf,
} from "../../../src/providers/http/address";

const completions = (typed: string) => routeOf(parseAddress(typed, "openai").base, "/chat/completions").href;
const messages = (typed: string) => routeOf(parseAddress(typed, "anthropic").base, "/messages").href;

function refusal(typed: string): ProviderErrorDetail | undefined {
  try {
    parseAddress(typed, "openai");
    return undefined;
  } catch (error) {
    return error instanceof ProviderError ? error.detail : undefined;
  }
}

const OLLAMA = "http://localhost:11434/v1/chat/completions";
const OPENAI = "https://api.openai.com/v1/chat/completions";

describe("P5 every spelling of an address that people paste, Chat Completions", () => {
  it.each([
    "http://localhost:11434/v1",
    "http://localhost:11434/v1/",
    "http://localhost:11434/v1//",
    "http://localhost:11434//v1",
    "http://localhost:11434",
    "http://localhost:11434/",
    "localhost:11434",
    "localhost:11434/v1",
    "LOCALHOST:11434",
    "http:/localhost:11434/v1",
    "http:localhost:11434/v1",
    "http//localhost:11434/v1",
    "http:\\\\localhost:11434\\v1",
    "//localhost:11434/v1",
    "HTTP://localhost:11434/v1",
    "http://http://localhost:11434/v1",
    "http://localhost:11434/v1/chat/completions",
    "http://localhost:11434/v1/chat/completions/",
    "http://localhost:11434/v1/completions",
    "http://localhost:11434/v1/responses",
    "http://localhost:11434/v1/models",
    "http://localhost:11434/v1/embeddings",
    "http://localhost:11434/v1/messages",
    "http://localhost:11434/chat/completions",
    "http://localhost:11434/v1/v1",
    "http://localhost:11434/v1/v1/chat/completions",
    "http://localhost:11434/api",
    "http://localhost:11434/api/chat",
    "http://localhost:11434/api/generate",
    "http://localhost:11434/api/tags",
    " http://localhost:11434/v1 ",
    "\thttp://localhost:11434/v1\r\n",
    "http://localhost:11434 /v1",
    "http://localhost:\n11434/v1",
    "http://localhost:11434/v1/\nchat/completions",
    '"http://localhost:11434/v1"',
    "'http://localhost:11434/v1'",
    "`http://localhost:11434/v1`",
    "“http://localhost:11434/v1”",
    "<http://localhost:11434/v1>",
    "(http://localhost:11434/v1)",
    "http://localhost:11434/v1,",
    "http://localhost:11434/v1.",
    "OPENAI_BASE_URL=http://localhost:11434/v1",
    'export OPENAI_BASE_URL="http://localhost:11434/v1"',
    "\uFEFFhttp://localhost:11434/v1\u200B",
    "http://localhost:11434/v1#readme",
  ])("%j is Ollama on this Mac", (typed) => {
    expect(completions(typed)).toBe(OLLAMA);
  });

  it.each([
    "https://api.openai.com/v1",
    "https://api.openai.com",
    "api.openai.com",
    "api.openai.com/v1",
    "api.openai.com/v1/chat/completions",
    "https://api.openai.com.",
    "https:/api.openai.com/v1",
    "https//api.openai.com/v1",
    "http://https://api.openai.com/v1",
  ])("%j is a public API, spoken to with https", (typed) => {
    expect(completions(typed).replace("com./", "com/")).toBe(OPENAI);
  });

  it.each([
    ["localhost", "http://localhost/v1/chat/completions"],
    ["127.0.0.1:1234", "http://127.0.0.1:1234/v1/chat/completions"],
    ["[::1]:8080", "http://[::1]:8080/v1/chat/completions"],
    ["192.168.1.5:8000/v1", "http://192.168.1.5:8000/v1/chat/completions"],
    ["gaming-pc:1234", "http://gaming-pc:1234/v1/chat/completions"],
    ["studio.local:1234", "http://studio.local:1234/v1/chat/completions"],
    ["studio.local:443", "https://studio.local/v1/chat/completions"],
    ["8.8.8.8:8000", "https://8.8.8.8:8000/v1/chat/completions"],
    ["openrouter.ai", "https://openrouter.ai/api/v1/chat/completions"],
    ["https://openrouter.ai/api", "https://openrouter.ai/api/v1/chat/completions"],
    ["https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/chat/completions"],
    ["https://api.groq.com", "https://api.groq.com/openai/v1/chat/completions"],
    [
      "https://generativelanguage.googleapis.com/v1beta/openai/",
      "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
    ],
    [
      "https://a.openai.azure.com/openai/deployments/d/chat/completions?api-version=3",
      "https://a.openai.azure.com/openai/deployments/d/chat/completions?api-version=3",
    ],
    ["https://a.services.ai.azure.com/models", "https://a.services.ai.azure.com/models/chat/completions"],
    ["http://localhost:3000/api", "http://localhost:3000/api/chat/completions"],
    ["https://example.com/openai/v2?api-version=3", "https://example.com/openai/v2/chat/completions?api-version=3"],
    ["https://example.com/dev1", "https://example.com/dev1/chat/completions"],
  ])("%j → %s", (typed, expected) => {
    expect(completions(typed)).toBe(expected);
  });

  it.each([
    "",
    " ",
    "nowhere",
    "sk-proj-abcdefghijklmnop",
    "11434",
    ":11434",
    "ftp://example.com",
    "htp://localhost:11434",
    "file:///etc/hosts",
    "http://",
    "localhost 11434",
    "http://my server:11434/v1",
    "http://localhost:11434:11434",
    "https://name:secret@example.com",
    "name:secret@example.com/v1",
    `https://${"a".repeat(64)}.example.com`,
    `eyJ.${"x".repeat(80)}.sig`,
  ])("%j is no address", (typed) => {
    expect(refusal(typed)).toEqual({ type: "invalid_base_url" });
  });
});

describe("P5 a guessed path has another to try", () => {
  it.each([
    ["http://localhost:8080", "http://localhost:8080/v1", "http://localhost:8080/"],
    ["https://api.perplexity.ai", "https://api.perplexity.ai/v1", "https://api.perplexity.ai/"],
    ["https://example.com/openai", "https://example.com/openai", "https://example.com/openai/v1"],
    ["https://example.com/v1", "https://example.com/v1", undefined],
    ["https://example.com/v1beta/openai", "https://example.com/v1beta/openai", undefined],
  ])("%s: %s, then %s", (typed, base, otherBase) => {
    const address = parseAddress(typed, "openai");
    expect([address.base.href, address.otherBase?.href]).toEqual([base, otherBase]);
  });
});

describe("P5 every spelling of an address that people paste, Messages", () => {
  it.each([
    "https://api.example.com",
    "https://api.example.com/",
    "api.example.com",
    "https://api.example.com/v1",
    "https://api.example.com/v1/",
    "https://api.example.com/v1/messages",
    "https://api.example.com/messages",
    "https://api.example.com/v1/messages//",
    "https://api.example.com/v1/messages/count_tokens",
    "https://api.example.com/v1/models",
    "https://api.example.com/v1/complete",
    "https://api.example.com/v1/v1",
    "https://api.example.com/v1/chat/completions",
    "  https://API.example.com/v1#top ",
  ])("%j", (typed) => {
    expect(messages(typed)).toBe("https://api.example.com/v1/messages");
  });

  it.each([
    ["https://example.com/anthropic", "https://example.com/anthropic/v1/messages"],
    ["https://example.com/dev1", "https://example.com/dev1/v1/messages"],
    ["https://openrouter.ai/api", "https://openrouter.ai/api/v1/messages"],
    ["http://localhost:11434/api", "http://localhost:11434/v1/messages"],
  ])("%s → %s", (typed, expected) => {
    expect(messages(typed)).toBe(expected);
  });
});

describe("P5 plain http", () => {
  it.each([
    "http://localhost:11434",
    "http://ollama.localhost",
    "http://127.0.0.1:1234",
    "http://[::1]:1234",
    "http://0.0.0.0:8080",
    "http://10.1.2.3",
    "http://172.16.0.1",
    "http://172.31.255.255",
    "http://192.168.0.10:8000",
    "http://169.254.1.1",
    "http://100.64.0.1",
    "http://100.127.255.255",
    "http://[fe80::1]",
    "http://[fd12:3456::1]",
    "http://[::ffff:192.168.0.1]",
    "http://studio.local",
    "http://STUDIO.LOCAL.:1234",
    "http://nas.home.arpa",
    "http://llm.corp.internal",
    "http://nas.lan",
    "http://gaming-pc:1234",
  ])("may be spoken to %s", (typed) => {
    expect(refusal(typed)).toBeUndefined();
  });

  it.each([
    ["http://example.com/v1", "example.com"],
    ["http://api.openai.com:8080/v1", "api.openai.com:8080"],
    ["http://8.8.8.8/v1", "8.8.8.8"],
    ["http://172.32.0.1", "172.32.0.1"],
    ["http://172.15.0.1", "172.15.0.1"],
    ["http://192.169.0.1", "192.169.0.1"],
    ["http://100.128.0.1", "100.128.0.1"],
    ["http://134744072", "8.8.8.8"],
    ["http://[2001:db8::1]", "[2001:db8::1]"],
    ["http://[::ffff:8.8.8.8]", "[::ffff:808:808]"],
    ["http://127.0.0.1.example.com", "127.0.0.1.example.com"],
    ["http://localhost.example.com", "localhost.example.com"],
    ["http://example.local.com", "example.local.com"],
    ["http://10.0.0.1.nip.io", "10.0.0.1.nip.io"],
    ["http://machine.tail1234.ts.net", "machine.tail1234.ts.net"],
  ])("may not be spoken to %s", (typed, address) => {
    expect(refusal(typed)).toEqual({ type: "unencrypted_address", address });
  });
});

describe("P5 this Mac", () => {
  it.each([
    "http://localhost",
    "http://LOCALHOST.:11434",
    "http://ollama.localhost",
    "http://127.0.0.1:1234/v1",
    "http://127.1",
    "http://127.255.3.9",
    "http://0x7f000001",
    "http://2130706433",
    "http://0177.0.0.1",
    "http://127.0.0.1.",
    "http://0.0.0.0:8080",
    "http://[::1]:11434",
    "http://[0:0:0:0:0:0:0:1]",
    "http://[::]",
    "http://[::ffff:127.0.0.1]",
    "http://[::ffff:7f12:3456]",
    "http://[::ffff:0.0.0.0]",
    "localhost:11434",
  ])("%s is", (typed) => {
    expect(readAddress(typed, "openai")?.isThisMac).toBe(true);
  });

  it.each([
    "http://127.example.com",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com",
    "http://notlocalhost",
    "http://128.0.0.1",
    "http://10.0.0.1",
    "http://192.168.1.5:11434",
    "http://mac.local",
    "http://[::2]",
    "http://[::ffff:128.0.0.1]",
    "http://[fe80::1]",
    "http://[7f00::1]",
  ])("%s is not", (typed) => {
    expect(readAddress(typed, "openai")?.isThisMac).toBe(false);
  });
});

describe("P5 one address, read once, names who receives what is sent", () => {
  const named = (typed: string) => {
    const address = readAddress(typed, "openai");
    return [recipientOf(address), recipientKeyOf("openai", address)];
  };

  it("in every spelling alike", () => {
    expect(parseAddress("127.0.0.1:11434", "openai")).toMatchObject({ host: "127.0.0.1:11434" });
    expect(destinationOf(parseAddress("127.0.0.1:11434", "openai"))).toEqual({
      type: "this_mac",
      address: "127.0.0.1:11434",
    });
    expect(destinationOf(parseAddress("models.example.com", "openai"))).toEqual({
      type: "server",
      address: "models.example.com",
    });
    expect(named("localhost:1234")).toEqual(["the model on this Mac", "openai@localhost:1234"]);
    for (const typed of ["127.0.0.1:1234", "[::1]:1234", "http://0.0.0.0:1234/v1", "orbit.localhost:1234"]) {
      expect(named(typed)).toEqual(["the model on this Mac", "openai@localhost:1234"]);
    }
    expect(named("127.0.0.1")).toEqual(["the model on this Mac", "openai@localhost"]);
    expect(named("models.example.com:8443/v1")).toEqual(["models.example.com", "openai@models.example.com:8443"]);
    expect(named("https://models.example.com/v1/chat/completions?key=SECRET")).toEqual([
      "models.example.com",
      "openai@models.example.com",
    ]);
    expect(named("sk-proj-abcdefghijklmnop")).toEqual(["an unknown server", "openai@unknown"]);
  });

  it("finds what a server has beside its version path", () => {
    const show = (typed: string) => besideVersion(parseAddress(typed, "openai"), "/api/show").href;
    expect(show("localhost:11434")).toBe("http://localhost:11434/api/show");
    expect(show("http://localhost:8080/ollama/v1")).toBe("http://localhost:8080/ollama/api/show");
  });
});
