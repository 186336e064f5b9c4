import type { ContentBlock, WireMessage } from "../../history/messages";

/**
 * One small repair of a view. `run` gives a new view and how often it found something to mend, and changes nothing in
 * place; `mends` says what that is, for a person.
 */
export type Pass = {
  mends: string;
  run: (messages: readonly WireMessage[]) => { messages: WireMessage[]; count: number };
};

/** A pass that looks at one block at a time. `change` gives the block itself, another one, or undefined to leave it out. */
export function blockPass(
  mends: string,
  change: (block: ContentBlock, role: WireMessage["role"]) => ContentBlock | undefined,
): Pass {
  return messagePass(mends, ({ role, content }) => {
    let count = 0;
    const changed = content.flatMap((block) => {
      const next = change(block, role);
      if (next !== block) count += 1;
      return next === undefined ? [] : [next];
    });
    return { content: changed, count };
  });
}

/** A pass that looks at one message at a time, and at the one before it. */
export function messagePass(
  mends: string,
  change: (message: WireMessage, before: WireMessage | undefined) => { content: ContentBlock[]; count: number },
): Pass {
  return {
    mends,
    run: (messages) => {
      let total = 0;
      const changed = messages.map((message, index): WireMessage => {
        const { content, count } = change(message, messages[index - 1]);
        total += count;
        return count === 0 ? message : { role: message.role, content };
      });
      return { messages: changed, count: total };
    },
  };
}
