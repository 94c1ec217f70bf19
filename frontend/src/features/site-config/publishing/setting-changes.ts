import { isRecord } from '../../../lib/is-record';
import type { FieldPath } from '../draft/path';
import { isSame } from '../draft/same';

/** A setting that publishing would change. */
export interface SettingChange {
  /** Where it stands in the tab after publishing; of an item that is removed, where it stood before. */
  path: FieldPath;
  kind: 'changed' | 'added' | 'removed' | 'reordered';
  before: unknown;
  after: unknown;
}

type Item = Record<string, unknown>;

/** How a category is shown that the settings do not name. */
const USUAL_CATEGORY = { name: '', description: '', icon: '', isVisible: true };

/** What differs between the settings of a tab, field by field and item by item. */
export function settingChanges(
  before: unknown,
  after: unknown,
  path: FieldPath = '',
): SettingChange[] {
  if (isSame(before, after)) return [];
  if (isItems(before) && isItems(after)) return itemChanges(before, after, path);
  if (isRecord(before) && isRecord(after) && !isImage(before) && !isImage(after)) {
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((name) =>
      settingChanges(before[name], after[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return [{ path, kind: 'changed', before, after }];
}

function itemChanges(before: Item[], after: Item[], path: FieldPath): SettingChange[] {
  const key = (['id', 'categoryId'] as const).find((name) =>
    [...before, ...after].every((item) => typeof item[name] === 'string'),
  );
  const pairs = key === undefined ? pairsByPlace(before, after) : pairsByKey(before, after, key);
  const found = pairs.flatMap(([was, is]): SettingChange[] => {
    if (is === -1)
      return [{ path: `${path}[${was}]`, kind: 'removed', before: before[was], after: null }];
    const at = `${path}[${is}]`;
    if (was !== -1) return settingChanges(before[was], after[is], at);
    const item = after[is] as Item;
    if (key !== 'categoryId') return [{ path: at, kind: 'added', before: null, after: item }];
    return settingChanges({ ...USUAL_CATEGORY, categoryId: item.categoryId }, item, at);
  });
  const places = pairs.flatMap(([was, is]) => (was === -1 || is === -1 ? [] : [was]));
  const isOrdered = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  // Settings that name categories for the first time may order them too.
  const mayBeOrdered = key === 'categoryId' && found.length === 0;
  return isOrdered && !mayBeOrdered
    ? found
    : [...found, { path, kind: 'reordered', before, after }];
}

/** The places of an item before and after, −1 where it is not; in the order of `after`, then what is gone. */
type Pair = [was: number, is: number];

function pairsByKey(before: Item[], after: Item[], key: string): Pair[] {
  const was = new Map(before.map((item, at) => [item[key], at]));
  const is = new Set(after.map((item) => item[key]));
  const gone = before.flatMap((item, at): Pair[] => (is.has(item[key]) ? [] : [[at, -1]]));
  return [...after.map((item, at): Pair => [was.get(item[key]) ?? -1, at]), ...gone];
}

/** Items without keys: those at both ends that say the same are the same, and between them the place decides. */
function pairsByPlace(before: Item[], after: Item[]): Pair[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shortest - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const between = Math.max(before.length, after.length) - start - end;
  return Array.from({ length: between }, (_, step): Pair => {
    const at = start + step;
    return [at < before.length - end ? at : -1, at < after.length - end ? at : -1];
  });
}

/** Lists of texts are one field. */
function isItems(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every(isRecord);
}

/** An image is one field: its text and its size say nothing of another one. */
export function isImage(value: unknown): value is { url: string; alt: string } {
  return isRecord(value) && 'url' in value && 'alt' in value;
}
