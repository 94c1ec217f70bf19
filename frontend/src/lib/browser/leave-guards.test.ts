import { expect, test } from 'vitest';
import { addLeaveGuard, mayLeave } from './leave-guards';

test('one_guard_is_enough_to_stay_and_a_failing_one_stays', async () => {
  expect(await mayLeave()).toBe(true);
  const stops = [
    addLeaveGuard(async () => true),
    addLeaveGuard(() => Promise.reject(new Error('no'))),
  ];
  expect(await mayLeave()).toBe(false);
  stops[1]?.();
  expect(await mayLeave()).toBe(true);
  stops[0]?.();
});
