/** The person's locale (BCP 47) and time zone. */
export type Region = { locale: string; timeZone: string };

/** A moment (milliseconds since 1970) as a person reads it: "Sep 29, 2026 at 18:00", by the clock of their region. */
export function momentWords(moment: number, { locale, timeZone }: Region): string {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone });
  const hourCycle = is12HourClock(locale) ? "h12" : "h23";
  const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", hourCycle, timeZone });
  // Node puts a narrow no-break space before AM and PM.
  return `${day.format(moment)} at ${time.format(moment).replace(/\s/g, " ")}`;
}

/** The locale with the region that a person set apart from their language: `en-US-u-rg-dezzzz` is a German region. */
export function ownRegion(locale: string): Intl.Locale {
  const region = /-rg-([a-z]{2})zzzz/i.exec(locale)?.[1];
  return new Intl.Locale(locale, region === undefined ? {} : { region });
}

/** Whether a region reads the clock in twice twelve hours. */
export function is12HourClock(locale: string): boolean {
  return new Intl.DateTimeFormat(ownRegion(locale), { hour: "numeric" }).resolvedOptions().hour12 === true;
}
