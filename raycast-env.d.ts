/// <reference types="@raycast/api">

/* 🚧 🚧 🚧
 * This file is auto-generated from the extension's manifest.
 * Do not modify manually. Instead, update the `package.json` file.
 * 🚧 🚧 🚧 */

/* eslint-disable @typescript-eslint/ban-types */

type ExtensionPreferences = {
  /** Provider - Who answers in new chats. Automatic takes the first that works: the Anthropic API with your key, then the OpenAI-compatible server with a model that can use tools. */
  "provider": "automatic" | "anthropic" | "claude-code" | "openai",
  /** Effort - How long the model may think before it answers. More effort is slower and costs more. */
  "effort": "automatic" | "low" | "medium" | "high",
  /** Anthropic API Key - A key from the Anthropic Console. It is sent to the Anthropic API address below and nowhere else. */
  "anthropicApiKey"?: string,
  /** Anthropic Model - The name of the model to ask, as the Anthropic API spells it. */
  "anthropicModel": string,
  /** Anthropic Base URL - Another address that speaks the Anthropic Messages format, such as a gateway. Empty means the Anthropic API itself. */
  "anthropicBaseUrl"?: string,
  /** OpenAI-Compatible Base URL - The address of a server that speaks the Chat Completions format: Ollama or LM Studio on this Mac, or one on the network. */
  "openaiBaseUrl": string,
  /** OpenAI-Compatible Model - The name of the model to ask, as the server lists it. Empty means the first in its list that can use tools. */
  "openaiModel"?: string,
  /** OpenAI-Compatible API Key - Only for servers that ask for one. It is sent to the OpenAI-compatible address above and nowhere else. */
  "openaiApiKey"?: string,
  /** Context Window - How many tokens the model can hold, such as 32768 or 32k. Only needed for a server that does not tell. */
  "contextWindow"?: string,
  /** Claude Subscription Model - The model that your Claude subscription answers with: sonnet, opus, haiku, or a full model name. */
  "claudeCodeModel": string,
  /** Claude Code Path - Where the Claude Code program is installed. Empty means that Orbit looks in the usual places. */
  "claudeCodePath"?: string
}

/** Preferences accessible in all the extension's commands */
declare type Preferences = ExtensionPreferences

declare namespace Preferences {
  /** Preferences accessible in the `ask-orbit` command */
  export type AskOrbit = ExtensionPreferences & {}
  /** Preferences accessible in the `check-setup` command */
  export type CheckSetup = ExtensionPreferences & {}
}

declare namespace Arguments {
  /** Arguments passed to the `ask-orbit` command */
  export type AskOrbit = {
  /** Question */
  "question": string
}
  /** Arguments passed to the `check-setup` command */
  export type CheckSetup = {}
}

