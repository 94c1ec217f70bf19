// The arguments of a call are limited in number, so a long insertion cannot go through `splice`.
const SPLICE_MAX = 10_000;

/** Replaces `remove` items from `at` on, in place where that is possible. Returns the list to use from now on. */
export function spliceItems<T>(list: T[], at: number, remove: number, insert: readonly T[]): T[] {
  if (insert.length > SPLICE_MAX) {
    return [...list.slice(0, at), ...insert, ...list.slice(at + remove)];
  }
  list.splice(at, remove, ...insert);
  return list;
}
