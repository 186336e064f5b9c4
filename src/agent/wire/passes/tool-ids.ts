import { createHash } from "node:crypto";
import type { ContentBlock, WireMessage } from "../../history/messages";
import type { ToolIdRule } from "../../ports/provider";
import type { Pass } from "./pass";

/** Which ids a server takes, and how one is made that it takes from a hash (hexadecimal) and what is left of the old id. */
type IdRule = { fits: RegExp; derive: (id: string, hash: string) => string };

const readable = (id: string, hash: string) => `${id.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 24)}_${hash.slice(0, 8)}`;

/** langchain#37756, cc-switch#1181, maple-proxy#18 */
const RULES: Record<ToolIdRule, IdRule> = {
  anthropic: { fits: /^[a-zA-Z0-9_-]{1,64}$/, derive: readable },
  openai: { fits: /^[a-zA-Z0-9_-]{1,40}$/, derive: readable },
  mistral: {
    fits: /^[a-zA-Z0-9]{9}$/,
    // 13 digits are 52 bits, as many as a number holds exactly; nine digits of base 36 are a little less.
    derive: (_id, hash) => Number.parseInt(hash.slice(0, 13), 16).toString(36).padStart(9, "0").slice(-9),
  },
};

/**
 * Gives every call of the view an id that the server takes and no other call has, and its result the same one. Pairs go by
 * position: a result belongs to the first unanswered call of that id in the assistant message before it. Ids that are fine
 * stay as they are, since signed reasoning may stand beside them; others are derived from the id, so that they are the
 * same in every view.
 */
export function toolIds(rule: ToolIdRule): Pass {
  return {
    mends: "ids of calls changed",
    run: (messages) => {
      const taken = new Set<string>();
      const attempts = new Map<string, number>();
      let open: { id: string; wireId: string }[] = [];
      let count = 0;
      const changed = messages.map(({ role, content }): WireMessage => {
        if (role === "assistant") open = [];
        return {
          role,
          content: content.map((block): ContentBlock => {
            if (block.type === "tool_use") {
              const wireId = wireIdFor(block.id, RULES[rule], taken, attempts);
              taken.add(wireId);
              open.push({ id: block.id, wireId });
              if (wireId === block.id) return block;
              count += 1;
              return { ...block, id: wireId };
            }
            if (block.type !== "tool_result") return block;
            const position = open.findIndex(({ id }) => id === block.toolUseId);
            const [pair] = position === -1 ? [] : open.splice(position, 1);
            return pair === undefined ? block : { ...block, toolUseId: pair.wireId };
          }),
        };
      });
      return { messages: changed, count };
    },
  };
}

/** `attempts` holds how many ids were derived from each: those are taken, and some servers count every turn from 0. */
function wireIdFor(
  id: string,
  { fits, derive }: IdRule,
  taken: ReadonlySet<string>,
  attempts: Map<string, number>,
): string {
  if (fits.test(id) && !taken.has(id)) return id;
  for (let attempt = attempts.get(id) ?? 0; ; attempt += 1) {
    const candidate = derive(id, createHash("sha256").update(`${attempt}:${id}`).digest("hex"));
    if (taken.has(candidate)) continue;
    attempts.set(id, attempt + 1);
    return candidate;
  }
}
