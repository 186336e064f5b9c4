import { programLine } from "./program-line";

/**
 * The person's locale as macOS has it, as a BCP 47 tag: Node's own loses a region that is set apart from the language,
 * which stands there as `en_US@rg=dezzzz` and here as `en-US-u-rg-dezzzz`. Undefined where the system does not tell.
 */
export async function systemLocale(signal: AbortSignal, program = "/usr/bin/defaults"): Promise<string | undefined> {
  const [tag = "", keywords = ""] =
    (await programLine(program, ["read", "-g", "AppleLocale"], signal))?.split("@") ?? [];
  const region = /(?:^|;)rg=([a-z]{2}zzzz)(?:;|$)/i.exec(keywords)?.[1];
  try {
    const locale = new Intl.Locale(tag.replaceAll("_", "-"));
    return region === undefined ? locale.toString() : `${locale.toString()}-u-rg-${region.toLowerCase()}`;
  } catch {
    return undefined;
  }
}
