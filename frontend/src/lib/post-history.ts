import { HISTORY_MAX_CHARS, HISTORY_MAX_VERSIONS, VERSION_INTERVAL_MS } from '../config/constants';

/** A past state of a text. */
export interface Version {
  /** Milliseconds since 1970. */
  datetime: number;
  content: string;
  /** Given by the author; such a version is never thinned out. */
  name?: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The history with the text that an edit is about to replace, if its time has come.
 *
 * - `previous`: the text so far and when it was written.
 * - `now`: when the edit is written. Versions from a clock that was ahead count as written now.
 * - `isForced`: the text must be kept whatever its age: it is about to be replaced by another one as a whole.
 */
export function withVersion(
  history: readonly Version[],
  previous: Version,
  now: number,
  isForced = false,
): Version[] {
  const past = history.map((version) =>
    version.datetime > now ? { ...version, datetime: now } : version,
  );
  const newest = past.at(-1);
  const isNew = previous.content !== '' && newest?.content !== previous.content;
  const isDue = newest === undefined || now - newest.datetime >= VERSION_INTERVAL_MS;
  if (!isNew || !(isDue || isForced)) return thinned(past, now);
  const datetime = Math.min(now, Math.max(previous.datetime, newest?.datetime ?? 0));
  return thinned([...past, { ...previous, datetime }], now);
}

/**
 * Keeps every version of the last hour, which are a minute apart, one an hour of the last day, one a day before that.
 *
 * What is still too much is thinned more coarsely, at last by dropping the oldest. Named versions and the newest stay.
 */
export function thinned(history: readonly Version[], now: number): Version[] {
  let kept = [...history];
  for (let scale = 1; scale <= 4096; scale *= 2) {
    kept = lastOfEachSpan(history, now, scale);
    if (fits(kept)) return kept;
  }
  while (!fits(kept)) {
    const oldest = kept.findIndex(
      (version, i) => version.name === undefined && i < kept.length - 1,
    );
    if (oldest < 0) return kept;
    kept = kept.toSpliced(oldest, 1);
  }
  return kept;
}

function lastOfEachSpan(history: readonly Version[], now: number, scale: number): Version[] {
  const spanOf = ({ datetime, content }: Version) => {
    const age = now - datetime;
    // Of the last hour nothing is dropped at first: what was kept within a minute was kept on purpose.
    if (age < HOUR_MS && scale === 1) return `${datetime} ${content}`;
    const unit = (age < HOUR_MS ? MINUTE_MS : age < DAY_MS ? HOUR_MS : DAY_MS) * scale;
    return `${unit} ${Math.floor(datetime / unit)}`;
  };
  const automatic = history.filter((version) => version.name === undefined);
  const last = new Map(automatic.map((version) => [spanOf(version), version]));
  const kept = new Set(last.values());
  const newest = history.at(-1);
  return history.filter(
    (version) => version.name !== undefined || kept.has(version) || version === newest,
  );
}

function fits(history: readonly Version[]): boolean {
  const chars = history.reduce((sum, version) => sum + version.content.length, 0);
  return history.length <= HISTORY_MAX_VERSIONS && chars <= HISTORY_MAX_CHARS;
}
