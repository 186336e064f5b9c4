import type { BrowserExtension as Raycast } from "@raycast/api";
import { currentHost, type BrowserTab } from "../command/host";
import { HostError } from "../command/host-error";

function tab(): Promise<BrowserTab> {
  const { browserTab } = currentHost().world;
  return browserTab instanceof Error ? Promise.reject(browserTab) : Promise.resolve(browserTab);
}

/** The browser, which has one tab here. Its content is the same in every format. */
export const BrowserExtension = {
  async getTabs(): Promise<Raycast.Tab[]> {
    const { url, title } = await tab();
    return [{ id: 1, url, title, active: true }];
  },
  async getContent(options: Parameters<typeof Raycast.getContent>[0] = {}): Promise<string> {
    if (options.cssSelector !== undefined && options.format === "markdown") {
      throw new HostError("BrowserExtension.getContent takes no CSS selector for Markdown.");
    }
    const { content } = await tab();
    return options.tabId === undefined || options.tabId === 1 ? content : "";
  },
};
