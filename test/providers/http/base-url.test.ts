import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { destinationOf, isThisMac, recipientOf, routeUrl } from "../../../src/providers/http/base-url";

const messages = (base: string) => routeUrl(base, ["/v1/messages", "/v1"], "/v1/messages").href;
const completions = (base: string) => routeUrl(base, ["/chat/completions"], "/chat/completions").href;

describe("routeUrl", () => {
  it.each([
    "https://api.example.com",
    "https://api.example.com/",
    "https://api.example.com/v1",
    "https://api.example.com/v1/",
    "https://api.example.com/v1/messages",
    "https://api.example.com/v1/messages//",
    "  https://API.example.com/v1#top ",
  ])("takes %j with or without a part of the route", (base) => {
    expect(messages(base)).toBe("https://api.example.com/v1/messages");
  });

  it.each([
    ["http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"],
    ["http://localhost:11434/v1/", "http://localhost:11434/v1/chat/completions"],
    ["http://localhost:11434/v1/chat/completions", "http://localhost:11434/v1/chat/completions"],
    ["http://localhost:8080", "http://localhost:8080/chat/completions"],
    ["https://example.com/openai/v2?api-version=3", "https://example.com/openai/v2/chat/completions?api-version=3"],
  ])("keeps the version path and the query of %s", (base, expected) => {
    expect(completions(base)).toBe(expected);
  });

  it("takes a part of the route off only as a whole", () => {
    expect(messages("https://example.com/dev1")).toBe("https://example.com/dev1/v1/messages");
  });

  it.each(["", "localhost:11434", "example.com/v1", "ftp://example.com", "http://", "https://name:secret@example.com"])(
    "refuses %j",
    (base) => {
      expect(() => messages(base)).toThrow(new ProviderError({ type: "invalid_base_url" }));
    },
  );
});

describe("isThisMac", () => {
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
  ])("%s is", (address) => {
    expect(isThisMac(new URL(address))).toBe(true);
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
  ])("%s is not", (address) => {
    expect(isThisMac(new URL(address))).toBe(false);
  });
});

describe("destinationOf and recipientOf", () => {
  it("name the model on this Mac, or the host", () => {
    expect(destinationOf(new URL("http://127.0.0.1:11434/v1"))).toEqual({
      type: "this_mac",
      address: "127.0.0.1:11434",
    });
    expect(destinationOf(new URL("https://models.example.com/v1"))).toEqual({
      type: "server",
      address: "models.example.com",
    });
    expect(recipientOf("http://localhost:1234/v1")).toBe("the model on this Mac");
    expect(recipientOf("https://models.example.com:8443/v1")).toBe("models.example.com");
    expect(recipientOf("nowhere")).toBe("an unknown server");
  });
});
