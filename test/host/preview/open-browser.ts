import { spawn } from "node:child_process";

/** Opens the address in the person's browser where there is one; where not, the printed address is enough. */
export function openBrowser(address: string): void {
  const command = program();
  if (!command) return;
  const [name, ...args] = command;
  const child = spawn(name, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

function program(): [string, ...string[]] | undefined {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["cmd", "/c", "start", ""];
  const hasDisplay = process.env["DISPLAY"] !== undefined || process.env["WAYLAND_DISPLAY"] !== undefined;
  return hasDisplay ? ["xdg-open"] : undefined;
}
