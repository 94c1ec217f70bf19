import { expect, test } from 'vitest';
import { lengthOf } from './new-grant';

test('a_length_has_its_unit', () => {
  expect(lengthOf('months', '12')).toEqual({ months: 12 });
  expect(lengthOf('days', '３０')).toEqual({ days: 30 });
  expect(lengthOf('lifetime', 'whatever')).toEqual({ isLifetime: true });
});

test('what_is_no_whole_number_from_1_on_is_no_length', () => {
  for (const amount of ['', '0', '-1', '1.5', '1201', '1e2']) {
    expect([amount, lengthOf('months', amount)]).toEqual([amount, null]);
  }
});
