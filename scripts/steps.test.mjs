import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from './steps.mjs';

test('the_first_failure_is_thrown_when_all_have_ended', async () => {
  const ended = [];
  const slow = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended.push('slow');
    throw new Error('first');
  };
  const quick = async () => {
    ended.push('quick');
    throw new Error('second');
  };
  await assert.rejects(together(slow, quick), { message: 'first' });
  assert.deepEqual(ended, ['quick', 'slow']);
});
