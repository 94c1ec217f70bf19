/** A price in cents, from its text such as `¥99` or `99.00`; null when it is none, or not above 0. */
export function parsePrice(text: string): number | null {
  const match = /^[¥￥]?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*元?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', part = ''] = match;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents > 0 ? cents : null;
}

/** What a year saves against twelve months, in whole percent; null when it saves nothing. */
export function yearlySaving(monthCents: number, yearCents: number): number | null {
  const percent = Math.floor((1 - yearCents / (monthCents * 12)) * 100);
  return percent > 0 ? percent : null;
}
