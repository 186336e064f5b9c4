import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";

/** What a Mac gives itself where no network does; some of its interfaces always have one. */
const SELF_ASSIGNED = new BlockList();
SELF_ASSIGNED.addSubnet("169.254.0.0", 16);
SELF_ASSIGNED.addSubnet("fe80::", 10, "ipv6");

/** Reads the addresses of this Mac. */
export type ReadInterfaces = typeof networkInterfaces;

/** False only where this Mac has no address from any network. With one it may lead nowhere all the same. */
export function isOnline(read: ReadInterfaces = networkInterfaces): boolean {
  try {
    return Object.values(read())
      .flatMap((addresses) => addresses ?? [])
      .some(
        ({ internal, address, family }) =>
          !internal && !SELF_ASSIGNED.check(address, family === "IPv6" ? "ipv6" : "ipv4"),
      );
  } catch {
    // A system that does not tell its addresses.
    return true;
  }
}
