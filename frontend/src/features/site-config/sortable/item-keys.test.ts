import { expect, test } from 'vitest';
import { ItemKeys } from './item-keys';

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

test('an_item_keeps_its_key_wherever_it_moves_and_whatever_is_written_in_it', () => {
  const keys = new ItemKeys();
  const [ofA, ofB, ofC] = keys.of([a, b, c]);
  expect(new Set([ofA, ofB, ofC]).size).toBe(3);
  expect(keys.of([c, a, b])).toEqual([ofC, ofA, ofB]);
  const written = { name: 'aa' };
  expect(keys.of([c, written, b])).toEqual([ofC, ofA, ofB]);
  // A step back brings the item of before.
  expect(keys.of([c, a, b])).toEqual([ofC, ofA, ofB]);
});

test('a_new_item_takes_no_key_of_another', () => {
  const keys = new ItemKeys();
  const [ofA, ofB] = keys.of([a, b]);
  const [added, ...others] = keys.of([c, a, b]);
  expect(others).toEqual([ofA, ofB]);
  expect([ofA, ofB]).not.toContain(added);
  const [, inPlace] = keys.of([a, { name: 'd' }]);
  expect([ofA, ofB, added]).not.toContain(inPlace);
});

test('equal_texts_have_keys_of_their_own', () => {
  const keys = new ItemKeys();
  const [first, second] = keys.of(['', '']);
  expect(first).not.toBe(second);
  expect(keys.of(['', 'x'])).toEqual([first, second]);
  expect(keys.of(['x', ''])).toEqual([second, first]);
});
