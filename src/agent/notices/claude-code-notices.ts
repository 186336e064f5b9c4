import type { ProviderErrorDetail } from "../ports/provider-error";
import { failure, type Notice } from "./notice";

type ClaudeCodeFailure = Extract<ProviderErrorDetail, { type: "claude_code" }>["failure"];

/** What a failure of the Claude Code program says. */
export function claudeCodeNotice(programFailure: ClaudeCodeFailure): Notice {
  switch (programFailure) {
    case "not_installed":
      return failure(
        "Claude Code is not on this Mac. Install it or the Claude app, or choose another provider in the preferences.",
        "open_settings",
        "retry",
      );
    case "not_signed_in":
      return failure(
        "Claude Code is signed out. Sign in with your Claude account; that happens in the browser, at Anthropic.",
        "sign_in",
        "retry",
      );
    case "outdated":
      return failure(
        "This Claude Code is too old for Orbit. Update it or the Claude app, and try again.",
        "retry",
        "open_settings",
      );
    case "ended":
      return failure("Claude Code ended before it had answered. Try again.", "retry");
  }
}
