import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { signedAddresses } from "../frame/file-address";
import type { Frame } from "../frame/frame";
import { startPageServer, type PageHost, type PageServer } from "./page-server";

const folder = mkdtempSync(join(tmpdir(), "page-server-"));
const addresses = signedAddresses("secret");
const script = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

/** What the server did to the host, and what the host tells. */
const done: unknown[] = [];
const listeners = new Set<() => void>();
let model = "first";
const host: PageHost = {
  addresses,
  frame: (): Frame => ({
    appearance: "dark",
    isWindowOpen: true,
    acks: {},
    stage: { title: "Root", canGoBack: false, screenKeys: [] },
    menuBar: [],
    journal: [],
    model,
  }),
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  pageCame(page) {
    done.push(`${page} came`);
    return () => void done.push(`${page} went`);
  },
  do: (page, number, deed) => void done.push([page, number, deed.type]),
};
function tell(next: string): void {
  model = next;
  for (const listener of listeners) listener();
}

let server: PageServer;
let base: URL;
beforeAll(async () => {
  server = await startPageServer(host, new Map([["", { type: "text/html; charset=utf-8", body: "<!doctype html>" }]]));
  base = new URL(server.address);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => void done.splice(0));

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function ask(path: string, options: RequestOptions = {}, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, base), options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (data: string) => (text += data));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: text }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

const openWindow = JSON.stringify({ page: "p", deeds: [{ number: 1, deed: { type: "openWindow" } }] });

function post(body: string, headers: Record<string, string | undefined> = {}): Promise<Answer> {
  const all: typeof headers = { origin: base.origin, "content-type": "application/json", ...headers };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return ask("deeds", { method: "POST", headers: Object.fromEntries(given) }, body);
}

function fileAddress(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return addresses.addressOf(join(folder, name));
}

describe("H5 the page's server", () => {
  it("listens on this machine alone, under a secret of 32 bytes", () => {
    expect(base.hostname).toBe("127.0.0.1");
    expect(base.pathname).toMatch(/^\/[\w-]{43}\/$/);
  });

  it("does deeds in the order in which they are posted", async () => {
    const deeds = [
      { number: 1, deed: { type: "openWindow" } },
      { number: 2, deed: { type: "restart" } },
    ];
    expect(await post(JSON.stringify({ page: "p", deeds }))).toMatchObject({ status: 204, body: "" });
    expect(done).toEqual([
      ["p", 1, "openWindow"],
      ["p", 2, "restart"],
    ]);
  });

  it.each<[string, number, () => Promise<Answer>]>([
    ["another host name", 403, () => ask("", { headers: { host: `localhost:${base.port}` } })],
    ["another origin", 403, () => ask("", { headers: { origin: "http://evil.example" } })],
    ["the origin of a sandboxed page", 403, () => post(openWindow, { origin: "null" })],
    ["another port of this machine as origin", 403, () => post(openWindow, { origin: "http://127.0.0.1:1" })],
    ["a deed without an origin", 403, () => post(openWindow, { origin: undefined })],
    ["no secret", 404, () => ask("/")],
    ["another secret", 404, () => ask(`/${"A".repeat(43)}/`)],
    ["a part of the secret", 404, () => ask(`${base.pathname.slice(0, 20)}/`)],
    ["a way out of the secret path", 404, () => ask(`${base.pathname}..%2f..%2fetc/passwd`)],
    ["an unknown file", 404, () => ask("unknown.js")],
    ["another method", 405, () => ask("deeds", { method: "PUT", headers: { origin: base.origin } })],
    ["a post to another place", 405, () => ask("events", { method: "POST", headers: { origin: base.origin } })],
    ["a form's type", 415, () => post(openWindow, { "content-type": "text/plain" })],
    ["no type", 415, () => post(openWindow, { "content-type": undefined })],
    ["more than a megabyte", 413, () => post(`${openWindow}${" ".repeat(1_000_000)}`)],
    ["broken JSON", 400, () => post(openWindow.slice(1))],
    ["an unknown deed", 400, () => post(openWindow.replace("openWindow", "erase"))],
    ["a deed without a number", 400, () => post(openWindow.replace('"number":1,', ""))],
    ["events without a page", 400, () => ask("events")],
  ])("refuses %s with an empty %i, and does nothing", async (_, status, refused) => {
    const answer = await refused();
    expect(answer).toMatchObject({ status, body: "" });
    expect(answer.headers).toMatchObject(SECURITY_HEADERS);
    expect(done).toEqual([]);
  });

  it("has the security headers on what it gives", async () => {
    const page = await ask("");
    expect(page).toMatchObject({ status: 200, body: "<!doctype html>", headers: SECURITY_HEADERS });
    const policy = page.headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("img-src 'self' data:");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": expect.stringContaining("default-src 'none'") as string,
};

describe("H5 a file that a frame named", () => {
  it.each([
    ["a.png", "image/png"],
    ["a.JPG", "image/jpeg"],
    ["a.pdf", "application/pdf"],
    ["a.md", "text/plain; charset=utf-8"],
  ])("is shown: %s as %s", async (name, type) => {
    const answer = await ask(fileAddress(name, "content"));
    expect(answer).toMatchObject({ status: 200, body: "content", headers: SECURITY_HEADERS });
    expect(answer.headers["content-type"]).toBe(type);
    expect(answer.headers["content-disposition"]).toBeUndefined();
    expect(answer.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  });

  it.each(["a.html", "a.js", "a.xhtml", "a", "a.zip"])("is only to be saved: %s", async (name) => {
    const { headers } = await ask(fileAddress(name, script));
    expect(headers["content-type"]).toBe("application/octet-stream");
    expect(headers["content-disposition"]).toBe("attachment");
    expect(headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  });

  it("is a picture that never runs, where it is an SVG", async () => {
    const { headers } = await ask(fileAddress("a.svg", script));
    expect(headers["content-type"]).toBe("image/svg+xml");
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/^sandbox; default-src 'none'/);
    expect(policy).not.toContain("allow-scripts");
    expect(policy).not.toContain("script-src");
  });

  it("is not there under an address that nobody signed, nor when it is gone", async () => {
    const address = fileAddress("b.txt", "content");
    const other = addresses.addressOf(join(folder, "c.txt"));
    const forged = [
      address.slice(0, -1),
      `${address.split(".")[0]}.${other.split(".")[1]}`,
      signedAddresses("another").addressOf(join(folder, "b.txt")),
      `file/${Buffer.from(join(folder, "b.txt")).toString("base64url")}`,
      "file/",
      other,
      addresses.addressOf(folder),
    ];
    const answers = await Promise.all(forged.map((path) => ask(path)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(forged.map(() => [404, ""]));
  });
});

/** A page that listens; it reads nothing while it is paused. */
async function listen(page: string) {
  const frames: Frame[] = [];
  const wakers = new Set<() => void>();
  let text = "";
  const response = await new Promise<IncomingMessage>((resolve) => {
    request(new URL(`events?page=${page}`, base), resolve).end();
  });
  response.setEncoding("utf8").on("data", (data: string) => {
    text += data;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events.filter((one) => one.startsWith("data: "))) {
      frames.push(JSON.parse(event.slice("data: ".length)) as Frame);
    }
    for (const wake of wakers) wake();
  });
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isThere()) return;
        wakers.delete(look);
        resolve();
      };
      wakers.add(look);
      look();
    });
  const leave = async () => {
    response.destroy();
    await vi.waitFor(() => expect(done).toContain(`${page} went`));
  };
  return { frames, response, until, leave, models: () => frames.map((frame) => frame.model) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe("H5 a page that listens", () => {
  it("gets a whole frame at once, and one after each change", async () => {
    tell("first");
    const page = await listen("new");
    expect(page.response.headers).toMatchObject({ ...SECURITY_HEADERS, "content-type": "text/event-stream" });
    await page.until(() => page.frames.length === 1);
    expect(page.frames[0]).toEqual(host.frame());
    tell("second");
    await page.until(() => page.frames.length === 2);
    expect(page.models()).toEqual(["first", "second"]);
    await page.leave();
  });

  it("that connects again gets the frame of now, and the host knows when it went", async () => {
    tell("first");
    const before = await listen("again");
    await before.until(() => before.frames.length === 1);
    await before.leave();
    expect(done).toEqual(["again came", "again went"]);
    expect(listeners.size).toBe(0);
    tell("missed");
    tell("now");
    const after = await listen("again");
    await after.until(() => after.frames.length === 1);
    expect(after.models()).toEqual(["now"]);
    done.length = 0;
    await after.leave();
  });

  it("that does not read misses frames, never the newest", async () => {
    const page = await listen("slow");
    await page.until(() => page.frames.length === 1);
    page.response.pause();
    for (let count = 1; count <= 200; count++) {
      tell(`${count} ${"x".repeat(500_000)}`);
      await settled();
    }
    tell("newest");
    page.response.resume();
    await page.until(() => page.models().includes("newest"));
    expect(page.frames.length).toBeLessThan(100);
    expect(page.models().at(-1)).toBe("newest");
    await page.leave();
  });
});
