import { expect, test } from 'vitest';
import { LruCache } from './lru-cache';

test('the_entry_not_used_longest_leaves_first', () => {
  const cache = new LruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toBe(1);
  expect(cache.size).toBe(2);
});
