import { getHeapStatistics } from "node:v8";

const MEGABYTE = 1024 * 1024;
const INTERVAL_MS = 5;

/** Watches the JavaScript heap of this thread. `end` gives the most that it held, in megabytes, garbage included. */
export function watchHeap(): { look: () => void; end: () => number } {
  let peak = 0;
  const look = () => (peak = Math.max(peak, getHeapStatistics().used_heap_size));
  const timer = setInterval(look, INTERVAL_MS);
  return {
    look,
    end: () => {
      clearInterval(timer);
      look();
      return peak / MEGABYTE;
    },
  };
}
