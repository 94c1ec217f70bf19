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

test('heavy_entries_make_many_light_ones_leave', () => {
  const cache = new LruCache<string>(10, (key, value) => key.length + value.length);
  cache.set('a', '123');
  cache.set('b', '123');
  cache.set('c', '12345');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, '123', '12345']);
  cache.set('b', '1');
  cache.set('d', '1');
  expect(cache.size).toBe(3);
  cache.set('huge', '1234567890');
  expect(cache.size).toBe(0);
});
