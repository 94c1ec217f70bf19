/** The clock of a time zone at a moment, as a field of the browser takes it: `YYYY-MM-DDTHH:mm`. */
export function clockOf(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const year = (parts.get('year') ?? '').padStart(4, '0');
  return `${year}-${parts.get('month')}-${parts.get('day')}T${parts.get('hour')}:${parts.get('minute')}`;
}

/**
 * The moment at which the clock of a time zone shows this. Null when `clock` is none.
 *
 * An hour that the clocks skip is the one after it.
 */
export function momentOf(clock: string, timeZone: string): Date | null {
  const wanted = Date.parse(`${clock}Z`);
  if (Number.isNaN(wanted)) return null;
  let moment = wanted;
  // The distance to UTC may change between the guess and the moment; the second step is on the right side of it.
  for (let step = 0; step < 2; step += 1) {
    moment += wanted - Date.parse(`${clockOf(new Date(moment), timeZone)}Z`);
  }
  return new Date(moment);
}
