import { BlockList, isIP } from "node:net";

const THIS_MAC = new BlockList();
THIS_MAC.addSubnet("127.0.0.0", 8);
THIS_MAC.addAddress("0.0.0.0");
THIS_MAC.addAddress("::1", "ipv6");
THIS_MAC.addAddress("::", "ipv6");

/** Private, link-local, and what providers put between a home and the internet (CGNAT), where VPNs live too. */
const OWN_NETWORK = new BlockList();
OWN_NETWORK.addSubnet("10.0.0.0", 8);
OWN_NETWORK.addSubnet("172.16.0.0", 12);
OWN_NETWORK.addSubnet("192.168.0.0", 16);
OWN_NETWORK.addSubnet("169.254.0.0", 16);
OWN_NETWORK.addSubnet("100.64.0.0", 10);
OWN_NETWORK.addSubnet("fc00::", 7, "ipv6");
OWN_NETWORK.addSubnet("fe80::", 10, "ipv6");

/** Endings that no public name has (RFC 6762, RFC 8375, ICANN's .internal), and the one that routers like. */
const OWN_NETWORK_NAME = /\.(?:local|home\.arpa|internal|lan)$/;

/**
 * True where a URL's `hostname` is this Mac by its form alone; names are not looked up. A URL has its IP addresses in one
 * spelling already: 127.1, 0x7f000001 and 2130706433 are all 127.0.0.1.
 */
export function isThisMac(hostname: string): boolean {
  const name = withoutDot(hostname);
  return name === "localhost" || name.endsWith(".localhost") || isIn(THIS_MAC, hostname);
}

/** True for this Mac and for what can only be reached from near it: such a server may be spoken to unencrypted. */
export function isNear(hostname: string): boolean {
  if (isThisMac(hostname) || isIn(OWN_NETWORK, hostname)) return true;
  const name = withoutDot(hostname);
  return OWN_NETWORK_NAME.test(name) || /^[^.:]+$/.test(name);
}

/** An IPv4 address that is written as IPv6 is in the ranges of IPv4. */
function isIn(ranges: BlockList, hostname: string): boolean {
  const address = withoutBrackets(hostname);
  const family = isIP(address);
  return family !== 0 && ranges.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** A URL's `hostname` as it is used outside of URLs: IPv6 addresses stand in brackets there. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A name may end with the dot of the root. */
function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, "");
}
