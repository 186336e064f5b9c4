import { contend, type Ask } from "../contender";

/** Reads the bytes and drops them: the least that any reader must do. */
function plainFetch(route: string): Ask {
  return async ({ origin, model }) => {
    const response = await fetch(origin + route, { method: "POST", body: JSON.stringify({ model }) });
    const reader = response.body?.getReader();
    let count = 0;
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done) return { type: "bytes", count };
      count += value?.length ?? 0;
    }
  };
}

contend({ anthropic: plainFetch("/v1/messages"), openai: plainFetch("/v1/chat/completions") });
