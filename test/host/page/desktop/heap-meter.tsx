import type { Frame } from "../../frame/frame";

const MB = 1024 * 1024;

/** How much memory the command uses of what Raycast grants it. */
export function HeapMeter({ heap }: { heap: NonNullable<Frame["heap"]> }) {
  const used = Math.round(heap.usedBytes / MB);
  const limit = Math.round(heap.limitBytes / MB);
  return (
    <span class="heap" title="The memory of the command. Raycast ends a command that needs more.">
      <meter
        class="heap-bar"
        min={0}
        max={limit}
        high={limit * 0.8}
        optimum={0}
        value={used}
        aria-label="Memory of the command"
      />
      {used} / {limit} MB
    </span>
  );
}
