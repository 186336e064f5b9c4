/**
 * Windows of models behind public APIs, by name, with where the figure was read. A date may follow the name. What is not
 * listed is not known: a guess that is too large makes requests fail.
 */
const KNOWN: Readonly<Record<string, number>> = {
  // https://docs.oxen.ai/inference-api/reference/models/gpt-5-5-2026-04-23
  "gpt-5.5": 1_050_000,
  // https://vercel.com/ai-gateway/models/gpt-5.4
  "gpt-5.4": 1_050_000,
  // https://docs.uipath.com/autopilot/other/latest/user-guide/supported-models-and-limits
  "gpt-5": 400_000,
  "gpt-5.1": 400_000,
  "gpt-4o": 128_000,
  // https://contextwindows.dev/models/gpt-4-1
  "gpt-4.1": 1_047_576,
};

/** How many tokens a model of that name holds; undefined where that is not known. */
export function knownWindow(model: string): number | undefined {
  const name = model.replace(/-\d{4}-\d{2}-\d{2}$/, "");
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
}
