import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "./open-browser";

const folder = mkdtempSync(join(tmpdir(), "open-browser-"));
const opened = join(folder, "opened");
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(opened, { force: true });
});

/** A machine with a display and a program that opens addresses, as far as it has them. */
function machine({ display = "", hasProgram = true }): void {
  vi.stubEnv("DISPLAY", display === "" ? undefined : display);
  vi.stubEnv("WAYLAND_DISPLAY", undefined);
  const program = join(folder, "xdg-open");
  rmSync(program, { force: true });
  if (hasProgram) {
    writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > "${opened}.half" && /bin/mv "${opened}.half" "${opened}"\n`);
    chmodSync(program, 0o700);
  }
  vi.stubEnv("PATH", folder);
}

describe.runIf(process.platform === "linux")("H1 the browser", () => {
  it("opens at the address where there is a display", async () => {
    machine({ display: ":0" });
    openBrowser("http://127.0.0.1:4000/secret/");
    await vi.waitFor(() => expect(existsSync(opened)).toBe(true), 5000);
    expect(readFileSync(opened, "utf8")).toBe("http://127.0.0.1:4000/secret/");
  });

  it("is not looked for without a display, and not missed where nothing opens it", () => {
    machine({});
    expect(() => openBrowser("http://127.0.0.1/")).not.toThrow();
    machine({ display: ":0", hasProgram: false });
    expect(() => openBrowser("http://127.0.0.1/")).not.toThrow();
    expect(existsSync(opened)).toBe(false);
  });
});
