import type { NoticeAction } from "../chat/rows";
import type { CertificateFault, Destination, NetworkFailure } from "../ports/provider-error";
import { upperFirst } from "../text/first-letter";
import { failure, type Notice } from "./notice";

/** What a failure of the network says. The address can only be wrong where the person has set it. */
export function networkNotice(
  networkFailure: NetworkFailure,
  destination: Destination,
  certificate?: CertificateFault,
): Notice {
  const settings: NoticeAction[] = destination.type === "anthropic_api" ? [] : ["open_settings"];
  switch (networkFailure) {
    case "offline":
      return failure("There is no internet connection.", "retry");
    case "connection_lost":
      return failure(`The connection to ${serverWords(destination)} broke. Try again.`, "retry");
    case "timed_out":
      return failure(`${upperFirst(serverWords(destination))} does not answer. Try again.`, "retry");
    case "cannot_connect":
      return failure(cannotConnectWords(destination), "retry", ...settings);
    case "insecure":
      return failure(insecureWords(serverWords(destination), certificate), "retry", ...settings);
    case "other":
      return failure("The network failed. Try again.", "retry");
  }
}

/** What is said where something between Orbit and the server answered in its place, with an HTTP status. */
export function gatewayNotice(status: number, destination: Destination, proxy?: string): Notice {
  const server = serverWords(destination);
  const settings: NoticeAction[] = destination.type === "anthropic_api" ? [] : ["open_settings"];
  if (status === 407) {
    return failure(
      `The proxy ${proxy ?? `in front of ${server}`} wants a name and a password. Add them to its address in the variable that names it, such as HTTPS_PROXY, and start Raycast again.`,
      "retry",
    );
  }
  if (status === 511) {
    return failure(
      `The network wants a sign-in before it lets Orbit reach ${server}. Sign in with the browser and try again.`,
      "retry",
    );
  }
  return failure(inBetweenWords(status, server, proxy), "retry", ...settings);
}

function inBetweenWords(status: number, server: string, proxy: string | undefined): string {
  const isPassing = status >= 500;
  if (proxy !== undefined) {
    return isPassing
      ? `The proxy ${proxy} cannot reach ${server} just now (${status}). Try again later.`
      : `The proxy ${proxy} does not let Orbit reach ${server} (${status}). Ask who runs it.`;
  }
  return isPassing
    ? `Something in front of ${server} cannot reach it just now (${status}). Try again later.`
    : `Something in front of ${server}, such as a proxy or a firewall, refused the request (${status}).`;
}

/** Where a request was to go, in words. */
export function serverWords(destination: Destination): string {
  switch (destination.type) {
    case "anthropic_api":
      return "the Anthropic API";
    case "this_mac":
      return `the server on this Mac (${destination.address})`;
    case "server":
      return `the server ${destination.address}`;
  }
}

function cannotConnectWords(destination: Destination): string {
  switch (destination.type) {
    case "anthropic_api":
      return "The Anthropic API cannot be reached. Check the internet connection.";
    case "this_mac":
      return `Nothing answers on this Mac at ${destination.address}. Start the server, such as Ollama or LM Studio, and try again.`;
    case "server":
      return `The server ${destination.address} cannot be reached. Check its address and the network.`;
  }
}

function insecureWords(server: string, certificate: CertificateFault | undefined): string {
  switch (certificate) {
    case "unknown_issuer":
      return `The certificate of ${server} is from an issuer that Orbit does not know. Where that is your company or you, add its certificate in Raycast's settings under Advanced (in a terminal with NODE_EXTRA_CA_CERTS), and start Raycast again.`;
    case "out_of_date":
      return `The certificate of ${server} has expired or is not valid yet. Check the clock of this Mac, or ask who runs the server.`;
    case "other_name":
      return `The certificate of ${server} is for another name. Check the address, and whether the network lets Orbit through.`;
    case "none":
      return `${upperFirst(server)} does not speak https there. If it is on this Mac or in your own network, begin its address with http://.`;
    case undefined:
      return `There is no secure connection to ${server}. Check its certificate.`;
  }
}
