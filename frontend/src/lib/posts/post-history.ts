import {
  HISTORY_MAX_CHARS,
  HISTORY_MAX_VERSIONS,
  VERSION_INTERVAL_MS,
} from '../../config/constants';
import { textChange } from '../text/text-change';

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
 * - `now`: when the edit is written. The clock may have been wrong before, or be wrong now: stamps stay as they are.
 * - `isForced`: the text must be kept whatever its age: it is about to be replaced by another one as a whole.
 */
export function withVersion(
  history: readonly Version[],
  previous: Version,
  now: number,
  isForced = false,
): Version[] {
  const newest = history.at(-1);
  const isNew = previous.content !== '' && newest?.content !== previous.content;
  // A version from a clock that was ahead says nothing about how much time has passed.
  const isDue =
    newest === undefined || newest.datetime > now || now - newest.datetime >= VERSION_INTERVAL_MS;
  if (!isNew || !(isDue || isForced)) return thinned(history, now);
  return thinned([...history, { ...previous, datetime: Math.min(now, previous.datetime) }], now);
}

/**
 * As many versions as there is room for. Named ones and the newest always stay, and take no room from the others.
 *
 * The promise is one a minute for the last hour, one an hour for the last day, one a day before that. What is denser
 * goes first; when even the promised ones are too much, all become evenly sparser. Nothing goes while there is room: a
 * clock that is wrong for a moment costs at most one version for each one that is added.
 */
export function thinned(history: readonly Version[], now: number): Version[] {
  const kept = history.filter((version) => version.name === undefined);
  let chars = kept.reduce((sum, version) => sum + version.content.length, 0);
  const gone = new Set<Version>();
  while (kept.length > 1 && (kept.length > HISTORY_MAX_VERSIONS || chars > HISTORY_MAX_CHARS)) {
    for (const version of kept.splice(leastMissed(kept, now), 1)) {
      chars -= version.content.length;
      gone.add(version);
    }
  }
  return gone.size === 0 ? [...history] : history.filter((version) => !gone.has(version));
}

/** The version whose loss leaves the smallest gap, counted in what is promised for its age. Of two, the older one. */
function leastMissed(versions: readonly Version[], now: number): number {
  let least = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < versions.length - 1; i += 1) {
    const { datetime } = versions[i] as Version;
    const age = now - datetime;
    const unit = age < HOUR_MS ? MINUTE_MS : age < DAY_MS ? HOUR_MS : DAY_MS;
    const [before, after] = [versions[i - 1] as Version, versions[i + 1] as Version];
    const gap = Math.abs(after.datetime - before.datetime) / unit;
    if (gap < smallest) [least, smallest] = [i, gap];
  }
  return least;
}

/** Both histories as one: the versions of `first`, then what `second` has besides. */
export function mergedHistory(first: readonly Version[], second: readonly Version[]): Version[] {
  const keyOf = ({ datetime, name = '', content }: Version) => `${datetime} ${name}\n${content}`;
  const known = new Set(first.map(keyOf));
  return [...first, ...second.filter((version) => !known.has(keyOf(version)))];
}

/** A part this long, in UTF-16 units, is worth a version before it goes; of a shorter text, half of it. */
const LOSS_CHARS = 200;
const SHORT_LOSS_CHARS = 10;

/** Whether an edit takes away so much in one place that the text before it must be kept. */
export function isLargeDeletion(before: string, after: string): boolean {
  const change = textChange(before, after);
  return change !== null && isLarge(change.to - change.from, before);
}

/** Whether a text has become so much shorter, by however many edits, that it must be kept. */
export function isLargeShrink(longest: string, now: string): boolean {
  return isLarge(longest.length - now.length, longest);
}

function isLarge(lost: number, before: string): boolean {
  return lost >= LOSS_CHARS || (lost >= SHORT_LOSS_CHARS && lost * 2 >= before.length);
}
