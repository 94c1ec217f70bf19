import { expect, test } from 'vitest';
import { isFoundByVisitors } from './sites';

test('only_an_address_at_which_visitors_find_something_is_linked', () => {
  for (const status of ['published', 'maintenance', 'archived'] as const) {
    expect(isFoundByVisitors({ status, purgesAt: null })).toBe(true);
    expect(isFoundByVisitors({ status, purgesAt: '2026-11-24T00:00:00Z' })).toBe(false);
  }
  expect(isFoundByVisitors({ status: 'draft', purgesAt: null })).toBe(false);
});
