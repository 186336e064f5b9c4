import type { ProviderId } from "../../agent/history/messages";
import type { ModelChoice } from "../../agent/ports/provider";
import type { Settings } from "../../settings";

/** What rows and their actions need of the setup. The same object until something in it changes. */
export type Setup = {
  /** The person's choice; undefined where the preferences decide. */
  choice: ModelChoice | undefined;
  preferred: Settings["provider"];
  /** The providers that a model can be named for. */
  usable: readonly ProviderId[];
  /** Makes new chats start with this model, or with what the preferences say. */
  choose: (choice: ModelChoice | undefined) => Promise<void>;
  checkAgain: () => void;
};
