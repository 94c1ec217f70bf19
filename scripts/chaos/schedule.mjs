// What happens when, drawn from a seed: the same seed gives the same faults at the same moments.

import { createHash } from 'node:crypto';

/**
 * A source of random numbers for one user of them, so that none moves the numbers of another (mulberry32).
 *
 * - `next()`: 0 to 1; `pick(list)`: one of a list; `hex(n)`: so many digits; `uuid()`: an ID of version 4;
 *   `shuffled(list)`: the list in another order.
 */
export function randomOf(seed, name) {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE();
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = (list) => list[Math.floor(next() * list.length)];
  const hex = (n) => Array.from({ length: n }, () => pick('0123456789abcdef')).join('');
  return {
    next,
    pick,
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    shuffled: (list) => {
      const left = [...list];
      return list.map(() => left.splice(Math.floor(next() * left.length), 1)[0]);
    },
  };
}

/**
 * The faults of a run, in order: `{ kind, atS, forS, draw }`.
 *
 * - `faults`: by kind, as faults.mjs has them.
 * - `draw`: a number from 0 to 1, from which a fault takes which server and which way.
 * - Kinds come in turn, in another order each time, so that every kind comes about as often.
 */
export function scheduleOf(faults, { seed, seconds, only }) {
  const random = randomOf(seed, 'faults');
  const isLong = seconds >= 300;
  const everyS = isLong ? 20 : 8;
  const forS = (kind) => faults[kind].forS({ everyS, isLong, isAlone: only === kind });
  const kinds = Object.keys(faults).filter((kind) => (only ?? kind) === kind && forS(kind) > 0);
  const last = kinds.filter((kind) => faults[kind].isLast);
  // The end: what happens last, and time to heal.
  const endS = seconds - (last.length > 0 ? 2 * everyS : everyS);
  const events = [];
  const done = new Set();
  let turn = [];
  let freeAtS = everyS;
  while (true) {
    const usable = kinds.filter(
      (kind) => !last.includes(kind) && !(faults[kind].isOnce && done.has(kind)),
    );
    turn = turn.filter((kind) => usable.includes(kind));
    if (turn.length === 0) turn = random.shuffled(usable);
    const kind = turn.shift();
    const atS = freeAtS + Math.round(random.next() * 10) / 10;
    if (kind === undefined || atS + forS(kind) > endS) break;
    events.push({ kind, atS, forS: forS(kind), draw: random.next() });
    done.add(kind);
    // A long one takes the place of several.
    freeAtS += everyS * Math.ceil((forS(kind) + 1) / everyS);
  }
  for (const kind of last) events.push({ kind, atS: endS, forS: forS(kind), draw: random.next() });
  return events;
}
