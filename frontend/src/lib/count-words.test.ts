import { expect, test } from 'vitest';
import { countWords } from './count-words';

test.each([
  ['', 0],
  ['---\ntitle: 题目\n---\n正文', 2],
  ['墨砚 is an editor，很好', 7],
  ["don't stop", 2],
])('the_words_of_%j_are_%i', (text, count) => {
  expect(countWords(text)).toBe(count);
});
