import type { NoticeAction } from "../chat/rows";
import type { Destination, NetworkFailure } from "../ports/provider-error";
import { upperFirst } from "../text/first-letter";
import { failure, type Notice } from "./notice";

/** What a failure of the network says. The address can only be wrong where the person has set it. */
export function networkNotice(networkFailure: NetworkFailure, destination: Destination): Notice {
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
      return failure(
        `There is no secure connection to ${serverWords(destination)}. Check its certificate.`,
        "retry",
        ...settings,
      );
    case "other":
      return failure("The network failed. Try again.", "retry");
  }
}

/** What is said where something between Orbit and the server answered in its place, with an HTTP status. */
export function gatewayNotice(status: number, destination: Destination): Notice {
  const server = serverWords(destination);
  const settings: NoticeAction[] = destination.type === "anthropic_api" ? [] : ["open_settings"];
  if (status === 407 || status === 511) {
    return failure(
      `The network wants a sign-in before it lets Orbit reach ${server}. Sign in with the browser and try again.`,
      "retry",
    );
  }
  if (status < 500) {
    return failure(
      `Something in front of ${server}, such as a proxy or a firewall, refused the request (${status}).`,
      "retry",
      ...settings,
    );
  }
  return failure(
    `Something in front of ${server} cannot reach it just now (${status}). Try again later.`,
    "retry",
    ...settings,
  );
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
