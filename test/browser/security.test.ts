import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromium } from "./chromium";
import { startGallery } from "./gallery";
import { footer, topScreen } from "./shown";
import { eventually, useVisit } from "./visit";

describe.skipIf(chromium === undefined)("H5 what a page of another origin, and hostile Markdown, can do", () => {
  const visit = useVisit(() => startGallery("hostile"));
  let other: Server;
  const requests: string[] = [];

  beforeAll(async () => {
    other = createServer((request, response) => {
      requests.push(request.url ?? "");
      response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Another site</title>");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => other.close(resolve)));

  const otherAddress = () => `http://127.0.0.1:${portOf(other)}/`;

  it("another page can neither read nor post, nor frame the window, even with the address", async () => {
    const { browser, preview, page } = visit();
    await eventually(() => footer(page)).toBe("Hostile Markdown");
    const stranger = await browser.newPage();
    await stranger.goto(otherAddress());
    const tried = await stranger.evaluate(async (address) => {
      const outcome = (request: Promise<Response>) =>
        request.then(
          async (response) => `${response.type} ${(await response.text()).length}`,
          () => "refused",
        );
      const deeds = { page: "p", deeds: [{ number: 1, deed: { type: "key", key: "escape", modifiers: [] } }] };
      const body = JSON.stringify(deeds);
      const headers = { "Content-Type": "application/json" };
      return {
        read: await outcome(fetch(address)),
        blindRead: await outcome(fetch(address, { mode: "no-cors" })),
        post: await outcome(fetch(`${address}deeds`, { method: "POST", body, headers })),
        blindPost: await outcome(fetch(`${address}deeds`, { method: "POST", body, mode: "no-cors" })),
        events: await new Promise((resolve) => {
          const events = new EventSource(`${address}events?page=p`);
          events.onmessage = () => resolve("told");
          events.onerror = () => resolve("refused");
        }),
        script: await new Promise((resolve) => {
          const script = document.createElement("script");
          script.src = `${address}page.js`;
          script.onload = () => resolve("loaded");
          script.onerror = () => resolve("refused");
          document.body.append(script);
        }),
      };
    }, preview.address);
    const refused = "refused";
    expect(tried).toEqual({
      read: refused,
      blindRead: refused,
      post: refused,
      blindPost: refused,
      events: refused,
      script: refused,
    });

    await stranger.setContent(`<iframe src="${preview.address}"></iframe>`);
    const frame = await stranger.locator("iframe").elementHandle();
    await eventually(async () => (await frame.contentFrame())?.url()).toBe("chrome-error://chromewebdata/");
    await stranger.close();
    // The key that it posted would have left the command.
    expect(await footer(page)).toBe("Hostile Markdown");
  });

  it("Markdown makes no element, attribute or request of its own", async () => {
    const { page } = visit();
    const drawn = topScreen(page).locator(".markdown");
    expect(
      await drawn.locator("script, iframe, object, embed, form, input, style, link, svg, video, audio").count(),
    ).toBe(0);
    expect(await drawn.evaluate(handlers)).toEqual([]);
    expect(await drawn.locator("[href], [src^=http]").count()).toBe(0);
    expect(await page.title()).not.toContain("owned");
    expect(await drawn.innerText()).toContain("<script>");
    await expect(page.evaluate("typeof owned")).resolves.toBe("undefined");
  });

  it("the page loads nothing from elsewhere, whatever puts it there", async () => {
    const { page } = visit();
    const before = requests.length;
    const outcome = await page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const image = document.body.appendChild(document.createElement("img"));
          image.onload = () => resolve("loaded");
          image.onerror = () => resolve("refused");
          image.src = `${address}pixel.png`;
        }),
      otherAddress(),
    );
    expect(outcome).toBe("refused");
    const fetched = page.evaluate(
      (address) =>
        fetch(address).then(
          () => "told",
          () => "refused",
        ),
      otherAddress(),
    );
    await expect(fetched).resolves.toBe("refused");
    expect(requests.slice(before)).toEqual([]);
  });
});

/** The attributes in which a script could lie. */
const handlers = (element: Element) =>
  [...element.querySelectorAll("*")].flatMap((child) =>
    child.getAttributeNames().filter((name) => name.startsWith("on") || name === "srcdoc"),
  );

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen.");
  return address.port;
}
