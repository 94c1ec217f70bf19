import { isRecord } from '../../../lib/is-record';
import type { FieldPath } from './path';
import { isSame } from './same';

/** Something that two people have otherwise. */
export interface Difference {
  /** What tells it from the others: the path of the field, in which items of lists stand by their keys. */
  path: FieldPath;
  /** A field, a whole item that one of them has not, or the order of a list. */
  kind: 'field' | 'item' | 'order';
  /** Place of the outermost item in its list, from 0; none outside of lists. */
  place?: number;
  /** Who has changed it since both began. */
  changedBy: 'me' | 'them' | 'both';
  mine: unknown;
  theirs: unknown;
}

export type Side = 'mine' | 'theirs';

/** What is different between `mine` and `theirs`, in the order of the form. */
export function differences<T>(base: T, mine: T, theirs: T): Difference[] {
  const found: Difference[] = [];
  merged(base, mine, theirs, (difference) => {
    found.push(difference);
    return 'mine';
  });
  return found;
}

/**
 * Both values as one; `choose` says for each difference which side holds.
 *
 * Items of lists are told apart by their keys, so that each is merged by itself wherever it stands.
 */
export function merged<T>(
  base: T,
  mine: T,
  theirs: T,
  choose: (difference: Difference) => Side,
): T {
  return join(base, mine, theirs, { path: '', choose }) as T;
}

interface Spot {
  path: FieldPath;
  place?: number;
  choose: (difference: Difference) => Side;
}

function join(base: unknown, mine: unknown, theirs: unknown, spot: Spot): unknown {
  if (isSame(mine, theirs)) return theirs;
  if (isItems(mine) && isItems(theirs)) {
    return joinItems(isItems(base) ? base : [], mine, theirs, spot);
  }
  if (isRecord(mine) && isRecord(theirs) && mine.kind === theirs.kind && !isImage(mine)) {
    const ground = isRecord(base) ? base : {};
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    const fields = [...names].map((name) => {
      const path = spot.path === '' ? name : `${spot.path}.${name}`;
      return [name, join(ground[name], mine[name], theirs[name], { ...spot, path })];
    });
    return Object.fromEntries(fields);
  }
  const changedBy = whoChanged(!isSame(base, mine), !isSame(base, theirs));
  return pick(spot, 'field', changedBy, mine, theirs) === 'mine' ? mine : theirs;
}

type Item = Record<string, unknown>;

function joinItems(base: Item[], mine: Item[], theirs: Item[], spot: Spot): Item[] {
  const [ofBase, ofMine, ofTheirs] = [base, mine, theirs].map((items) => byKey(base, items)) as [
    Map<string, Item>,
    Map<string, Item>,
    Map<string, Item>,
  ];
  const [first, second] =
    orderOf(ofBase, ofMine, ofTheirs, spot) === 'mine' ? [ofMine, ofTheirs] : [ofTheirs, ofMine];
  // What only the other side has stands behind what it follows there.
  const keys = [...first.keys()];
  let last: string | undefined;
  for (const key of second.keys()) {
    if (!first.has(key)) keys.splice(last === undefined ? 0 : keys.indexOf(last) + 1, 0, key);
    last = key;
  }
  const places = [...ofMine.keys()];
  const theirPlaces = [...ofTheirs.keys()];
  return keys.flatMap((key) => {
    const [was, my, their] = [ofBase.get(key), ofMine.get(key), ofTheirs.get(key)];
    const place = my === undefined ? theirPlaces.indexOf(key) : places.indexOf(key);
    const at = { ...spot, path: `${spot.path}[${key}]`, place: spot.place ?? place };
    if (my !== undefined && their !== undefined) return [join(was, my, their, at) as Item];
    const changedBy = whoChanged(!isSame(was, my), !isSame(was, their));
    const kept = pick(at, 'item', changedBy, my, their) === 'mine' ? my : their;
    return kept === undefined ? [] : [kept];
  });
}

/** Whose order holds of the items that both have. */
function orderOf(
  base: Map<string, Item>,
  mine: Map<string, Item>,
  theirs: Map<string, Item>,
  spot: Spot,
): Side {
  const shared = (items: Map<string, Item>) =>
    [...items.keys()].filter((key) => mine.has(key) && theirs.has(key));
  const [my, their] = [shared(mine), shared(theirs)];
  if (isSame(my, their)) return 'theirs';
  const known = (keys: string[]) => keys.filter((key) => base.has(key));
  const before = known(shared(base));
  const changedBy = whoChanged(!isSame(before, known(my)), !isSame(before, known(their)));
  const at = { ...spot, path: `${spot.path}[]` };
  return pick(at, 'order', changedBy, [...mine.values()], [...theirs.values()]);
}

function pick(
  { path, place, choose }: Spot,
  kind: Difference['kind'],
  changedBy: Difference['changedBy'],
  mine: unknown,
  theirs: unknown,
): Side {
  return choose({ path, kind, ...(place === undefined ? {} : { place }), changedBy, mine, theirs });
}

function whoChanged(isMine: boolean, isTheirs: boolean): Difference['changedBy'] {
  return isMine && isTheirs ? 'both' : isTheirs ? 'them' : 'me';
}

/** The fields by which items are known that have one. */
const KEYS = ['id', 'categoryId', 'documentId', 'from'] as const;

/**
 * Items by their keys, in their order.
 *
 * An item without a key of its own is the one of `base` that says the same, else the one behind which it has come to stand.
 */
function byKey(base: readonly Item[], items: readonly Item[]): Map<string, Item> {
  const name = KEYS.find((key) => items.every((item) => typeof item[key] === 'string'));
  const found = new Map<string, Item>();
  const put = (key: string, item: Item): void => {
    if (found.has(key)) put(`${key}'`, item);
    else found.set(key, item);
  };
  if (name !== undefined) {
    for (const item of items) put(String(item[name]), item);
    return found;
  }
  const free = new Set(base.keys());
  const places = items.map((item) => {
    const place = [...free].find((at) => isSame(base[at], item));
    if (place !== undefined) free.delete(place);
    return place;
  });
  let before = -1;
  for (const [at, item] of items.entries()) {
    const place = places[at] ?? (free.delete(before + 1) ? before + 1 : undefined);
    before = place ?? before;
    put(place === undefined ? JSON.stringify(item) : `#${place}`, item);
  }
  return found;
}

/** Texts have no keys and no parts: lists of them are merged as a whole. */
function isItems(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every(isRecord);
}

/** An image is one field: its text and its size say nothing of another one. */
function isImage(value: Item): boolean {
  return 'url' in value && 'width' in value;
}
