import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { namesProxy, proxyFor, type Environment } from "../../../src/providers/http/proxy-env";
import { ProxyError } from "../../../src/providers/http/proxy-error";

const PROXY = "http://proxy.example:3128";
const API = "https://api.example.com/v1";
const hostFor = (url: string, env: Environment) => proxyFor(new URL(url), env)?.url.host;

describe("P8 the variables that name a proxy", () => {
  it.each<[string, Environment, string | undefined]>([
    ["https", { HTTPS_PROXY: PROXY }, "proxy.example:3128"],
    ["https", { https_proxy: PROXY }, "proxy.example:3128"],
    ["https", { https_proxy: "http://lower:1", HTTPS_PROXY: "http://upper:1" }, "lower:1"],
    ["https", { https_proxy: "", HTTPS_PROXY: PROXY }, undefined],
    ["https", { HTTP_PROXY: PROXY }, "proxy.example:3128"],
    ["https", { HTTPS_PROXY: "http://secure:1", http_proxy: "http://plain:1" }, "secure:1"],
    ["http", { HTTPS_PROXY: PROXY }, undefined],
    ["http", { http_proxy: PROXY }, "proxy.example:3128"],
    ["http", { http_proxy: "http://lower:1", HTTP_PROXY: "http://upper:1" }, "lower:1"],
    ["https", { ALL_PROXY: PROXY }, undefined],
    ["https", { HTTPS_PROXY: "  " }, undefined],
    ["https", {}, undefined],
  ])("%s with %j goes to %s", (scheme, env, host) => {
    expect(hostFor(`${scheme}://api.example.com/v1`, env)).toBe(host);
  });

  it.each<[Environment, boolean]>([
    [{}, false],
    [{ HTTPS_PROXY: " ", NO_PROXY: "*" }, false],
    [{ https_proxy: PROXY }, true],
    [{ HTTP_PROXY: PROXY }, true],
  ])("%j names one: %s", (env, names) => {
    expect(namesProxy(env)).toBe(names);
  });

  it.each([
    ["proxy.example:3128", "http://proxy.example:3128/"],
    ["proxy.example", "http://proxy.example/"],
    [" http://proxy.example:3128/ ", "http://proxy.example:3128/"],
    ["https://proxy.example:8443", "https://proxy.example:8443/"],
    ["http://[fd00::1]:3128", "http://[fd00::1]:3128/"],
    ["http://127.0.0.1:3128", "http://127.0.0.1:3128/"],
    ["http://proxy.example:3128/some/path?query", "http://proxy.example:3128/"],
  ])("takes the address %s", (typed, href) => {
    expect(proxyFor(new URL(API), { HTTPS_PROXY: typed })?.url.href).toBe(href);
  });

  it.each([
    "socks5://joe:hunter2@proxy.example:1080",
    "http://",
    "http://joe:hunter2@:80",
    "ftp://proxy.example",
    "::",
  ])("says which variable holds what is no address of a proxy, and does not repeat it: %s", (typed) => {
    const read = () => proxyFor(new URL(API), { HTTPS_PROXY: typed });
    expect(read).toThrow(new ProxyError({ type: "invalid", variable: "HTTPS_PROXY" }));
    let said = "";
    try {
      read();
    } catch (error) {
      said = inspect(error, { depth: 10 });
    }
    expect(said).toContain("HTTPS_PROXY");
    expect(said).not.toContain("hunter2");
  });

  it.each([
    ["http://joe:hunter2@proxy.example", "joe:hunter2"],
    ["joe:hunter2@proxy.example:3128", "joe:hunter2"],
    ["http://joe:p%40ss%3Aword@proxy.example", "joe:p@ss:word"],
    ["http://joe:100%@proxy.example", "joe:100%"],
    ["http://token@proxy.example", "token:"],
    ["http://J%C3%B6:%C3%BC@proxy.example", "Jö:ü"],
  ])("keeps the credentials of %s apart from the address", (typed, credentials) => {
    const proxy = proxyFor(new URL(API), { HTTPS_PROXY: typed });
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from(credentials).toString("base64")}`);
    expect(proxy?.url.href).toMatch(/^http:\/\/proxy\.example(:3128)?\/$/);
  });
});

describe("P8 what goes past the proxy", () => {
  it.each([
    "http://localhost:11434/v1",
    "https://localhost/v1",
    "http://127.0.0.1:1234/v1",
    "http://127.9.9.9/v1",
    "http://[::1]:11434/v1",
    "http://models.localhost/v1",
    "http://0.0.0.0:11434/v1",
  ])("this Mac, always: %s", (url) => {
    expect(hostFor(url, { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY })).toBeUndefined();
    expect(hostFor(url, { HTTPS_PROXY: "socks5://nonsense", HTTP_PROXY: "socks5://nonsense" })).toBeUndefined();
  });

  it.each<[noProxy: string, url: string, isDirect: boolean]>([
    ["*", API, true],
    ["other.example, *", API, true],
    ["api.example.com", API, true],
    ["API.Example.COM", API, true],
    ["api.example.com.", API, true],
    ["api.example.com", "https://api.example.com./v1", true],
    ["example.com", API, true],
    [".example.com", API, true],
    ["*.example.com", API, true],
    [".example.com", "https://example.com/v1", true],
    ["example.com", "https://badexample.com/v1", false],
    [".example.com", "https://badexample.com/v1", false],
    ["api.example.com", "https://example.com/v1", false],
    ["other.example,api.example.com", API, true],
    ["other.example api.example.com", API, true],
    [" other.example ,\tapi.example.com ", API, true],
    ["other.example", API, false],
    ["", API, false],
    [",,", API, false],
    ["api.example.com:443", API, true],
    ["api.example.com:8443", API, false],
    ["api.example.com:8443", "https://api.example.com:8443/v1", true],
    ["*.example.com:8443", "https://api.example.com:8443/v1", true],
    ["box.lan:80", "http://box.lan/v1", true],
    ["box.lan:11434", "http://box.lan/v1", false],
    ["box", "http://box:11434/v1", true],
    ["192.168.1.20", "http://192.168.1.20:11434/v1", true],
    ["192.168.1.20:11434", "http://192.168.1.20:11434/v1", true],
    ["192.168.1.2", "http://192.168.1.20:11434/v1", false],
    ["192.168.0.0/16", "http://192.168.1.20:11434/v1", true],
    ["10.0.0.0/8", "http://192.168.1.20:11434/v1", false],
    ["10.0.0.0/8", "https://10.example.com/v1", false],
    ["10.0.0.0/99", "http://10.0.0.1/v1", false],
    ["fd00::1", "http://[fd00::1]:11434/v1", true],
    ["FD00:0:0::1", "http://[fd00::1]:11434/v1", true],
    ["[fd00::1]", "http://[fd00::1]:11434/v1", true],
    ["[fd00::1]:11434", "http://[fd00::1]:11434/v1", true],
    ["[fd00::1]:1", "http://[fd00::1]:11434/v1", false],
    ["fd00::/8", "http://[fd00::1]:11434/v1", true],
    ["fd00::/8", "http://192.168.1.20/v1", false],
    ["bücher.example", "https://xn--bcher-kva.example/v1", true],
    ["http://", API, false],
    ["[", API, false],
  ])("NO_PROXY=%s lets %s past: %s", (noProxy, url, isDirect) => {
    const env = { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, NO_PROXY: noProxy };
    expect(hostFor(url, env)).toBe(isDirect ? undefined : "proxy.example:3128");
  });

  it("reads the lower case where both are there", () => {
    expect(hostFor(API, { HTTPS_PROXY: PROXY, no_proxy: "api.example.com", NO_PROXY: "" })).toBeUndefined();
    expect(hostFor(API, { HTTPS_PROXY: PROXY, no_proxy: "", NO_PROXY: "*" })).toBe("proxy.example:3128");
  });
});
