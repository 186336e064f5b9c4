import type { FreezeContext } from "../chat/ensure-frozen";
import type { ImageStore } from "../ports/images";
import type { Memory } from "../ports/memory";
import type { ExecutorContext } from "./executor";
import type { MakeProvider } from "./route";

/** What a run works with: what calls need, and who is asked. */
export type RunContext = ExecutorContext &
  FreezeContext & {
    requestId: string;
    provider: MakeProvider;
    memory: Memory;
    images: Pick<ImageStore, "read">;
  };
