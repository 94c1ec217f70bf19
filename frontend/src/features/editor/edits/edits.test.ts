import { expect, test } from 'vitest';
import type { Edit } from '../source-editor';
import { codeBlock, divider, footnote, insertBlock, tip, toc } from './blocks';
import { code } from './code';
import { tidied } from './format';
import { heading, headingOf } from './heading';
import { bulletList, numberList, quote, taskList } from './lines';
import { link } from './link';
import { bold, italic, strike } from './marks';
import type { TextEdit } from './text-edit';
import { verbatimAtEnd } from './verbatim';

const format = tidied((text) => text.replace(/([\u4e00-\u9fff])(\w)/g, '$1 $2'));

/** `⟦` and `⟧` in `marked` stand for the selection, before and after. */
function run(edit: TextEdit, marked: string): string | null {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const made = edit({ text, start, end }, (of) => of);
  return made === null ? null : applied(text, made);
}

function applied(text: string, edit: Edit): string {
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${next.slice(0, edit.selectStart)}⟦${next.slice(edit.selectStart, edit.selectEnd)}⟧${next.slice(edit.selectEnd)}`;
}

test.each([
  [bold, 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
  [bold, 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
  [bold, 'a ⟦**b**⟧ c', 'a ⟦b⟧ c'],
  [bold, '⟦⟧', '**⟦bold⟧**'],
  [bold, 'a⟦ b ⟧c', 'a **⟦b⟧** c'],
  [italic, '**⟦b⟧**', '***⟦b⟧***'],
  [italic, '***⟦b⟧***', '**⟦b⟧**'],
  [italic, '*⟦b⟧*', '⟦b⟧'],
  [strike, '⟦b⟧', '~~⟦b⟧~~'],
  [bold, '中**粗⟦⟧**', '中**粗**⟦⟧'],
  [bold, '**甲** **乙⟦⟧**，', '**甲** **乙**⟦⟧，'],
  [bold, '甲⟦⟧**乙**', '甲**⟦bold⟧****乙**'],
  [bold, '**⟦⟧**', '⟦⟧'],
  [italic, '**甲*乙⟦⟧***', '**甲*乙*⟦⟧**'],
  [italic, '**甲⟦⟧**', '**甲*⟦italic⟧***'],
  [italic, '*甲⟦⟧*', '*甲*⟦⟧'],
  [code, '`a⟦⟧`', '`a`⟦⟧'],
  [bold, 'hello wor⟦⟧ld', 'hello **⟦world⟧**'],
  [bold, 'hello⟦⟧ world', 'hello**⟦bold⟧** world'],
  [code, 'x ⟦y⟧', 'x `⟦y⟧`'],
  [code, 'x\n⟦a\nb⟧\ny', 'x\n```⟦⟧\na\nb\n```\ny'],
  [code, '⟦a\n```\nb⟧', '````⟦⟧\na\n```\nb\n````'],
  [link, '⟦词⟧', '[词](⟦https://⟧)'],
  [link, '⟦https://a.b⟧', '[⟦link⟧](https://a.b)'],
  [heading, 'a\nb⟦⟧c', 'a\n## bc⟦⟧'],
  [heading, '## b⟦⟧', '### b⟦⟧'],
  [heading, '#### b⟦⟧', 'b⟦⟧'],
  [heading, '⟦a\n\nb⟧', '## a\n\n## b⟦⟧'],
  [headingOf(3), '# a⟦⟧', '### a⟦⟧'],
  [headingOf(3), '### a⟦⟧', 'a⟦⟧'],
  [headingOf(1), '⟦⟧', '# ⟦⟧'],
  [quote, 'a⟦⟧', '> a⟦⟧'],
  [quote, '⟦> a\n> b⟧', '⟦a\nb⟧'],
  [bulletList, '⟦a\n\nb⟧', '⟦- a\n\n- b⟧'],
  [bulletList, '1. a⟦⟧', '- a⟦⟧'],
  [numberList, '⟦- a\n- b⟧', '⟦1. a\n2. b⟧'],
  [numberList, '⟦1. a\n2. b⟧', '⟦a\nb⟧'],
  [taskList, '  - a⟦⟧', '  - [ ] a⟦⟧'],
  [taskList, '- [x] a⟦⟧', 'a⟦⟧'],
  [bulletList, '⟦⟧', '- ⟦⟧'],
  [divider, 'a⟦⟧', 'a\n\n---\n\n⟦⟧'],
  [divider, 'a⟦⟧\n', 'a\n\n---\n\n⟦⟧'],
  [divider, 'a\n\n⟦⟧\n\nb', 'a\n\n---\n\n⟦⟧\n\nb'],
  [divider, 'a⟦⟧\nb', 'a\n\n---\n\n⟦⟧\n\nb'],
  [divider, 'a ⟦⟧ b', 'a\n\n---\n\n⟦⟧\n\nb'],
  [toc, '⟦⟧', '[TOC]\n\n⟦⟧'],
  [codeBlock, '⟦x⟧', '```⟦⟧\nx\n```\n'],
  [tip, '⟦a\nb⟧', '> [!tip]\n> ⟦a\n> b⟧\n'],
  [footnote, 'a⟦⟧ b', 'a[^1] b\n\n[^1]: ⟦footnote⟧\n'],
  [footnote, 'a[^1]⟦⟧\n\n[^1]: x\n', 'a[^1][^2]\n\n[^1]: x\n\n[^2]: ⟦footnote⟧\n'],
] as [TextEdit, string, string][])('%# the_text_is_edited_as_expected', (edit, before, after) => {
  expect(run(edit, before)).toBe(after);
});

test.each([
  ['an empty item', codeBlock, '1. a\n2. ⟦⟧\n3. b', '1. a\n2. ```⟦⟧\n   \n   ```\n3. b'],
  ['an item', codeBlock, '1. a ⟦⟧\n2. b', '1. a\n\n   ```⟦⟧\n   \n   ```\n2. b'],
  ['an item before its text', codeBlock, '- a⟦⟧b', '- a\n\n  ```⟦⟧\n  \n  ```\n\n  b'],
  ['an item before its next line', codeBlock, '- a⟦⟧\n  b', '- a\n\n  ```⟦⟧\n  \n  ```\n\n  b'],
  ['a task', codeBlock, '- [ ] a⟦⟧', '- [ ] a\n\n  ```⟦⟧\n  \n  ```'],
  ['the text of an item', codeBlock, '- a\n\n  ⟦⟧', '- a\n\n  ```⟦⟧\n  \n  ```'],
  ['a line of an item', codeBlock, '- a\n  ⟦⟧', '- a\n\n  ```⟦⟧\n  \n  ```'],
  ['a callout', codeBlock, '> [!TIP]\n> ⟦⟧\n\nb', '> [!TIP]\n>\n> ```⟦⟧\n> \n> ```\n\nb'],
  ['a quote', codeBlock, '> a⟦⟧\n> b', '> a\n>\n> ```⟦⟧\n> \n> ```\n>\n> b'],
  ['selected words', codeBlock, '- ⟦a⟧', '- ```⟦⟧\n  a\n  ```'],
  ['a callout in an item', tip, '- ⟦⟧', '- > [!tip]\n  > ⟦tip⟧'],
  ['a divider in a quote', divider, '> a⟦⟧', '> a\n>\n> ---\n>\n> ⟦⟧'],
  ['a divider in an empty item', divider, '- a\n- ⟦⟧', '- a\n\n---\n\n⟦⟧'],
  ['contents in an item', toc, '- a⟦⟧\n- b', '- a\n\n[TOC]\n\n⟦⟧\n\n- b'],
  ['front matter', codeBlock, '---\na: ⟦⟧\n---', '---\na:\n\n```⟦⟧\n\n```\n\n---'],
])('a block put into %s', (_, edit, before, after) => {
  expect(run(edit, before)).toBe(after);
});

test('a_block_can_leave_the_cursor_inside', () => {
  const edit = insertBlock({ text: '甲', start: 1, end: 1 }, '| a |', [2, 2]);
  expect(applied('甲', edit)).toBe('甲\n\n| ⟦⟧a |\n');
});

test('format_touches_only_what_differs', () => {
  const edit = format({ text: 'same\n中文a\nsame', start: 0, end: 0 });
  expect(edit).toMatchObject({ from: 7, to: 7, insert: ' ' });
});

test.each([
  ['same\n中文a\n⟦⟧中文b\nsame', 'same\n中文 a\n⟦⟧中文 b\nsame'],
  ['中文a，⟦⟧中文b', '中文 a，⟦⟧中文 b'],
  ['⟦中文a⟧ b 中c', '⟦中文 a⟧ b 中 c'],
  ['中a b ⟦⟧c', '中 a b ⟦⟧c'],
  ['中a\n⟦⟧', '中 a\n⟦⟧'],
  ['中a\n\n  ⟦⟧b\n中b', '中 a\n\n  ⟦⟧b\n中 b'],
])('format_keeps_the_cursor_of_%j_where_it_is_in_the_words', (before, after) => {
  expect(run(format, before)).toBe(after);
});

test('format_keeps_the_cursor_in_its_cell', () => {
  const [before, after] = ['| a | b⟦⟧ |\n|-|-|', '| a   | b⟦⟧   |\n| --- | --- |'];
  expect(
    run(
      tidied(() => after.replace(/[⟦⟧]/g, '')),
      before,
    ),
  ).toBe(after);
});

test('format_of_a_tidy_text_does_nothing', () => {
  expect(run(format, '⟦⟧中文 a')).toBeNull();
});

test.each([
  ['a\n```js\nx', 'fence'],
  ['```\nx\n```\n', null],
  ['```\nx\n```', 'fence'],
  ['````\n```\n', 'fence'],
  ['~~~\n```\n~~~\n', null],
  ['```js', null],
  ['> ```\n> x', 'fence'],
  ['- a\n\n  ```\n  x\n  ```\n', null],
  ['`a` ```b```\nx', null],
  ['---\ntitle: a', 'frontMatter'],
  ['---\ntitle: a\n---\n', null],
  ['a\n---\nb', null],
  ['$$\nx', 'formula'],
  ['$$\nx\n$$\n', null],
  ['$$x$$\n', null],
])('the part that %j ends in is %s', (text, part) => {
  expect(verbatimAtEnd(text)).toBe(part);
});
