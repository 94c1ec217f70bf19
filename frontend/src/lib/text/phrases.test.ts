import { expect, test } from 'vitest';
import { phrasesOf } from './phrases';

test('phrases_end_behind_the_punctuation_and_what_closes_it', () => {
  for (const [text, expected] of [
    ['落笔之前，先看一眼手册', ['落笔之前，', '先看一眼手册']],
    ['他说：“写吧。”然后走了……', ['他说：', '“写吧。”', '然后走了……']],
    ['，开头也是', ['，', '开头也是']],
    ['排版交给墨砚', ['排版交给墨砚']],
    ['Write first, format later.', ['Write first, format later.']],
    ['', []],
  ] as const) {
    expect(phrasesOf(text)).toEqual(expected);
  }
});
