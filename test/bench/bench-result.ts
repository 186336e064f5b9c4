/** One measured figure. Where it is held against another, `ratioTo` names that one and `limit` is the most it may be. */
export type BenchResult = {
  name: string;
  value: number;
  /** "ms", "MB", "×" … */
  unit: string;
  ratioTo?: string;
  limit?: number;
};
