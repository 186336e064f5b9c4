/** Throws before it has drawn anything. */
export default function Broken(): never {
  throw new Error("Broken from the start");
}
