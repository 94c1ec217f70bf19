let offset: number | null = null;

/** Remembers the server's time, from the header `Date` of an answer; one that is no time changes nothing. */
export function noteServerTime(date: string | null): void {
  const moment = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(moment)) offset = moment - performance.now();
}

/** The server's time in milliseconds, whatever the clock here says; null before its first answer. */
export function serverNow(): number | null {
  return offset === null ? null : offset + performance.now();
}

/** The time in milliseconds since 1970 for what the server has dated: its own, and that of this clock before its first answer. */
export function currentTime(): number {
  return serverNow() ?? Date.now();
}
