const DAY_MS = 24 * 60 * 60 * 1000;

/** How long the bin keeps what was deleted, in milliseconds; the server keeps its own as long. */
export const BIN_MS = 30 * DAY_MS;

/** When something went into the bin, in milliseconds since 1970. */
export interface BinStamps {
  deletedAt: number;
  /** The first look at which it was due; absent when the last look found that it was not. */
  dueAt?: number;
}

/**
 * Whether the bin keeps a row: null when it does not any more, else the row's stamps from this look on.
 *
 * It goes not before a second look, a day after the first that found it due and with none in between that did not: the
 * clock may be wrong for a moment.
 */
export function stampsAt({ deletedAt, dueAt }: BinStamps, now: number): BinStamps | null {
  const isDue = now - deletedAt >= BIN_MS;
  if (isDue && dueAt !== undefined && now - dueAt >= DAY_MS) return null;
  return isDue ? { deletedAt, dueAt: Math.min(dueAt ?? now, now) } : { deletedAt };
}
