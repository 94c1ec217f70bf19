import { expect, test } from 'vitest';
import { KeyedError } from '../keyed-error';
import { isMissingPart, loadPart, missingPart } from './load-part';

test.each([
  'Failed to fetch dynamically imported module: https://a/b.js',
  'error loading dynamically imported module: https://a/b.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('code_that_does_not_arrive_is_known_by_what_browsers_say: %s', (message) => {
  expect(isMissingPart(missingPart(new TypeError(message)))).toBe(true);
});

test('another_failure_is_no_missing_code', () => {
  expect(missingPart(new Error('Parse error on line 2'))).toBeNull();
});

test('a_failure_that_is_named_already_keeps_its_name', async () => {
  const named = new KeyedError('engine.load', 'gone');
  await expect(loadPart(() => Promise.reject(named))).rejects.toBe(named);
  await expect(loadPart(() => Promise.reject(new TypeError('x')))).rejects.toMatchObject({
    key: 'editor.part',
  });
});
