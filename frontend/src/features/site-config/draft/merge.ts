import { type FieldPath, valueAt, withValueAt } from './path';
import { isSame } from './same';

/** A field that two people have otherwise. */
export interface Difference {
  path: FieldPath;
  /** Who has changed it since both began. */
  changedBy: 'me' | 'them' | 'both';
}

/**
 * The fields in which `mine` and `theirs` differ, in the order of the form.
 *
 * A list is one field, unless both have the same items in the same order.
 */
export function differences<T>(base: T, mine: T, theirs: T): Difference[] {
  return pathsOf(mine, theirs, '').map((path) => {
    const isMine = !isSame(valueAt(base, path), valueAt(mine, path));
    const isTheirs = !isSame(valueAt(base, path), valueAt(theirs, path));
    return { path, changedBy: isMine && isTheirs ? 'both' : isTheirs ? 'them' : 'me' };
  });
}

/** `theirs` with my values at the paths of `kept`. */
export function merged<T>(mine: T, theirs: T, kept: readonly FieldPath[]): T {
  return kept.reduce((value, path) => withValueAt(value, path, valueAt(mine, path)), theirs);
}

function pathsOf(a: unknown, b: unknown, path: FieldPath): FieldPath[] {
  if (isSame(a, b)) return [];
  if (Array.isArray(a) && Array.isArray(b)) {
    if (!haveSameItems(a, b)) return [path];
    return a.flatMap((item, at) => pathsOf(item, b[at], `${path}[${at}]`));
  }
  if (isRecord(a) && isRecord(b) && a.kind === b.kind) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) =>
      pathsOf(a[key], b[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return [path];
}

/** Items that carry an id can be told apart; others only as a whole. */
function haveSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return (
    a.length === b.length &&
    a.every((item, at) => {
      const other = b[at];
      return isRecord(item) && isRecord(other) && 'id' in item && item.id === other.id;
    })
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
