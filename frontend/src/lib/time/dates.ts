/** The day in the author's own time zone, `YYYY-MM-DD`. */
export function localDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${day}`;
}

/** A day as the language writes it; `iso` is a timestamp of the server. */
export function formatDay(locale: string, iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso));
}

/** A day of a calendar as the language writes it, `YYYY-MM-DD`, whatever the time zone here. */
export function formatCalendarDay(locale: string, day: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(day));
}

/** A day of a calendar with its year, as the language writes it; `YYYY-MM-DD`, whatever the time zone here. */
export function formatFullDay(locale: string, day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(day),
  );
}

/**
 * A day and time as the language writes them; `moment` is a timestamp of the server, or milliseconds since 1970. In the
 * author's own time zone, or in another one.
 */
export function formatMoment(locale: string, moment: string | number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return format.format(new Date(moment));
}

const STEPS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * How long ago or ahead, in the largest unit that fits: "3 hours ago". Null within a minute: `i18n/distance.ts` has words
 * for that. `now` in milliseconds since 1970.
 */
export function formatDistance(locale: string, iso: string, now: number): string | null {
  const distance = new Date(iso).getTime() - now;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, ms] of STEPS) {
    if (Math.abs(distance) >= ms) return format.format(Math.trunc(distance / ms), unit);
  }
  return null;
}
