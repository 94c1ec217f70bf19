import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isComposition } from './composition';

test('the_key_that_ends_a_word_belongs_to_the_input_method_in_each_browser', () => {
  expect(isComposition({ isComposing: true, keyCode: 13 })).toBe(true);
  // Safari: the composition has ended already.
  expect(isComposition({ isComposing: false, keyCode: 229 })).toBe(true);
});

test('a_key_beside_a_composition_is_the_author_s', () => {
  expect(isComposition({ isComposing: false, keyCode: 13 })).toBe(false);
  expect(isComposition({ isComposing: false })).toBe(false);
});

test('only_this_function_asks_an_event_for_compositions', () => {
  const root = path.resolve(import.meta.dirname, '..', '..');
  const asking = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /(?<!\.test)\.tsx?$/.test(file) && file !== path.join('lib', 'browser', 'composition.ts'),
    )
    .filter((file) => /\.isComposing|keyCode/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(asking).toEqual([]);
});
