import { afterEach, expect, test } from 'vitest';
import { addWorkKeeper, type KeptWork, keepWork } from './unsaved-work';

const removals: (() => void)[] = [];
const keep = (...answers: KeptWork[]) =>
  removals.push(...answers.map((answer) => addWorkKeeper(() => answer)));

afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

test('without_work_nothing_is_said_of_it', () => {
  expect(keepWork()).toBe('nothing');
  keep('nothing');
  expect(keepWork()).toBe('nothing');
});

test('what_is_lost_counts_more_than_what_is_kept', () => {
  keep('nothing', 'kept');
  expect(keepWork()).toBe('kept');
  keep('lost');
  expect(keepWork()).toBe('lost');
});

test('a_keeper_that_fails_has_kept_nothing', () => {
  removals.push(
    addWorkKeeper(() => {
      throw new Error('the storage is blocked');
    }),
  );
  expect(keepWork()).toBe('lost');
});
