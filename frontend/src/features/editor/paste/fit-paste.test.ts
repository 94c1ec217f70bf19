import { expect, test } from 'vitest';
import { fitLine, fitPaste, fitRich } from './fit-paste';
import { pastedLink, wholeAddress } from './pasted-link';

/** `¦` is the cursor, two of them a selection. */
function selectedIn(marked: string) {
  const [start, last] = [marked.indexOf('¦'), marked.lastIndexOf('¦')];
  return { text: marked.replaceAll('¦', ''), start, end: last === start ? start : last - 1 };
}

function pasted(marked: string, text: string, fitting = fitPaste): string | null {
  const selected = selectedIn(marked);
  const edit = fitting(selected, text);
  if (edit === null) return null;
  const next = selected.text.slice(0, edit.from) + edit.insert + selected.text.slice(edit.to);
  return `${next.slice(0, edit.selectStart)}¦${next.slice(edit.selectEnd)}`;
}

const HEAD = '| a | b |\n| - | - |\n';

test.each([
  [`${HEAD}| ¦ | 2 |`, 'x|y\nz', `${HEAD}| x\\|y<br>z¦ | 2 |`],
  [`${HEAD}| ¦1¦ | 2 |`, 'x\n\nz\n', `${HEAD}| x<br>z¦ | 2 |`],
  [`| a¦ | b |\n| - | - |`, '\\| |', `| a\\| \\|¦ | b |\n| - | - |`],
  [`${HEAD}| ¦ | 2 |`, 'plain', null],
  [`${HEAD}| 1 | 2 |¦`, '\n| 3 | 4 |', null],
  [`${HEAD}| 1 | 2 |\n¦`, '| 3 | 4 |\n', null],
  [`${HEAD}¦| 1 | 2 |`, '| 3 | 4 |\n', null],
  [`${HEAD}| ¦1 | 2 |\n| 3¦ | 4 |`, 'x\ny', null],
  ['| a | b |\n| -¦ | - |', 'x\ny', null],
  ['```\n| a | b |\n| - | - |\n| ¦ | |\n```', 'x|y', null],
  ['a | b¦', 'x|y', null],
])('in_the_table_%j_the_paste_of_%j_gives_%j', (before, text, after) => {
  expect(pasted(before, text)).toBe(after);
});

test.each([
  ['- ¦', '- a\n- b', '- a\n- b¦'],
  ['- x\n- ¦\n', '* a\n* b\n', '- x\n* a\n* b¦\n'],
  ['- [ ] ¦', '- a', '- a¦'],
  ['> - ¦', '- a\n- b', '> - a\n> - b¦'],
  ['- x\n  - ¦', '- a\n- b', '- x\n  - a\n  - b¦'],
  ['1. x\n2. ¦\n3. y', '1. a\n2. b', '1. x\n2. a\n3. b¦\n4. y'],
  ['- ¦', 'a', null],
  ['- x¦', '- a', null],
  ['¦', '- a', null],
  ['```\n- ¦', '- a', null],
])('in_the_item_%j_the_paste_of_%j_gives_%j', (before, text, after) => {
  expect(pasted(before, text)).toBe(after);
});

test.each([
  ['between items', '1. a\n¦2. b', '3. c\n', '1. a\n2. c\n¦3. b'],
  ['above the first item', '¦1. a\n2. b', '3. c\n', '1. c\n¦2. a\n3. b'],
  ['below the last item', '1. a\n2. b\n¦', '1. c\n', '1. a\n2. b\n3. c\n¦'],
  ['several items', '1. a\n¦2. b', '1. c\n2. d\n', '1. a\n2. c\n3. d\n¦4. b'],
  ['with what they hold', '1. a\n¦2. b', '3. c\n   d\n', '1. a\n2. c\n   d\n¦3. b'],
  ['in a quote', '> 1. a\n¦> 2. b', '> 3. c\n', '> 1. a\n> 2. c\n¦> 3. b'],
  ['with children of another indentation', '1. a\n¦', '12. c\n  - x\n', '1. a\n2. c\n  - x\n¦'],
  ['in place of items', '1. a\n¦2. b\n¦3. c', '7. d\n', null],
  ['years', '1998. a\n¦', '2001. c\n', null],
  ['years that follow each other', '1998. a\n1999. b\n¦', '2003. c\n', null],
  ['prose', '我记得\n¦1998. 那年', '1997. 更早\n', null],
  ['numbers with zeros', '01. a\n¦02. b', '03. c\n', null],
  ['at another column', '1. a\n¦2. b', ' 3. c\n', null],
  ['indented code', '文\n\n    1. a\n¦    2. b', '    3. c\n', null],
  ['one number for all', '1. a\n¦1. b', '1. c\n', null],
  ['a new list', '前文\n\n¦', '3. a\n', null],
  ['the number it has', '1. a\n¦', '2. b\n', null],
  ['within a line', '1. a\n2. ¦b', '3. c\n', null],
  ['words', '1. a\n¦2. b', '3. c', null],
  ['other signs', '1. a\n¦2. b', '3) c\n', null],
  ['code', '```\n1. a\n¦2. b', '3. c\n', null],
])('numbered_lines_pasted_into_a_list_%s', (_, before, text, after) => {
  expect(pasted(before, text)).toBe(after);
});

test.each([
  ['1. a\n2. b¦b', '3. c\n', '1. a\n2. c\n3. b¦b'],
  ['1. a\n> ¦b', '2. c\n', null],
  ['  1. a\n  ¦2. b', '  3. c\n', '  1. a\n  2. c\n  ¦3. b'],
  ['¦1. a', '3. c\n', '1. c\n¦2. a'],
  ['1. a\n2. ¦b¦', '3. c\n', null],
  ['文¦', '3. c\n', null],
  ['- 甲¦乙', '文\n', null],
  ['1. a\n   ```\n   x¦\n   ```', '   npm i\n', null],
  ['- ¦', '- a\n', '- a¦'],
])('a_line_copied_without_a_selection_into_%j', (before, text, after) => {
  expect(pasted(before, text, fitLine)).toBe(after);
});

test.each([
  ['- 甲¦', '一\n\n二', '- 甲一\n\n  二¦'],
  ['1. one¦\n2. two', 'aa\n\nbb', '1. oneaa\n\n   bb¦\n2. two'],
  ['- [ ] 甲¦', '一\n\n二', '- [ ] 甲一\n\n  二¦'],
  ['- 甲\n\n  乙¦', '一\n二', '- 甲\n\n  乙一\n  二¦'],
  ['> 引¦', '一\n\n二\n', '> 引一\n>\n> 二\n>¦'],
  ['> 引¦文', '一\n', '> 引一\n> ¦文'],
  ['- 甲¦', '乙\n- 丙', null],
  ['¦- 甲', '一\n二', null],
  ['- 甲\n  乙¦', '丙\n  丁', null],
  ['  文¦', '一\n二', null],
  ['文¦', '一\n二', null],
  ['- 甲¦', '一', null],
])('plain_lines_pasted_at_%j_as_%j_give_%j', (before, text, after) => {
  expect(pasted(before, text)).toBe(after);
});

test.each([
  ['1. a\n   ```\n   ¦\n   ```', 'cd app\nnpm i', '1. a\n   ```\n   cd app\n   npm i¦\n   ```'],
  ['1. a\n   ```\n¦\n   ```', 'cd app\n\nnpm i', '1. a\n   ```\n   cd app\n\n   npm i¦\n   ```'],
  [
    '1. a\n   ```\n¦   x\n   ```',
    'if y:\n    z\n',
    '1. a\n   ```\n   if y:\n       z\n¦   x\n   ```',
  ],
  ['> ```\n> ¦\n> ```', '- b\n- c', '> ```\n> - b\n> - c¦\n> ```'],
  ['- $$\n  ¦\n  $$', 'a\nb', '- $$\n  a\n  b¦\n  $$'],
  ['1. a\n   ```\n¦   x\n   ```', '   y\n   z\n', null],
  ['1. a\n   ```\n   ¦x\n   ```', 'y\n   z\n   ', null],
  ['```\n¦\n```', 'a\nb', null],
  ['---\nkey: ¦\n---\n', 'a\nb', null],
])('lines_pasted_into_code_at_%j_as_%j_give_%j', (before, text, after) => {
  expect(pasted(before, text)).toBe(after);
});

test.each([
  ['前文¦', '## 题\n\n文', '前文\n\n## 题\n\n文¦'],
  ['前文¦后文', '- 一\n- 二', '前文\n\n- 一\n- 二¦\n\n后文'],
  ['前文¦后文', '一\n\n二', null],
  ['¦后文', '| a |\n| --- |\n| b |', '| a |\n| --- |\n| b |¦\n\n后文'],
  ['¦', '## 题', null],
  ['> 引¦', '一\n\n二', '> 引一\n>\n> 二¦'],
  ['> 引¦', '- 一', '> 引\n>\n> - 一¦'],
  ['- 甲¦', '一\n\n二', '- 甲一\n\n  二¦'],
  ['- ¦', '- a\n- b', '- a\n- b¦'],
  ['- [ ] 甲¦', '一\n\n二', '- [ ] 甲一\n\n  二¦'],
  ['$$\n甲¦', '- 一', null],
  [`${HEAD}| ¦ | 2 |`, '| x | y\\|z |\n| --- | --- |\n| 3 | 4 |', `${HEAD}| x y\\|z<br>3 4¦ | 2 |`],
])('rich_text_pasted_at_%j_as_%j_gives_%j', (before, text, after) => {
  expect(pasted(before, text, fitRich)).toBe(after);
});

test.each([
  ['看¦这里¦', '[这里](https://a.b)'],
  ['看`¦码¦`', null],
  ['看¦`码`¦', '[`码`](https://a.b)'],
  ['```\n¦码¦\n```', null],
  ['看¦', null],
  ['[链接文字](¦https://¦)', null],
])('an_address_pasted_over_%j_gives_%j', (before, after) => {
  expect(pastedLink(selectedIn(before), 'https://a.b')).toBe(after);
});

test('an_address_without_its_scheme_makes_a_link_too', () => {
  expect(pastedLink(selectedIn('看¦这里¦'), 'www.a.b/路')).toBe('[这里](https://www.a.b/路)');
});

test.each([
  ['看¦', 'https://a.b/中文', '<https://a.b/中文>'],
  ['[看](¦)', 'https://a.b/中文\n', '<https://a.b/中文>'],
  ['看¦', 'https://a.b/c', null],
  ['看¦', 'https://a.b。', null],
  ['看¦', 'https://a.b 中文', null],
  ['看¦', '中文', null],
  ['`¦`', 'https://a.b/中文', null],
  ['```\n¦\n```', 'https://a.b/中文', null],
  ['---\ncover: ¦\n---\n', 'https://a.b/中文', null],
  ['<¦>', 'https://a.b/中文', null],
  ['<a href="¦">', 'https://a.b/中文', null],
  ['<a href=" ¦">', 'https://a.b/中文', null],
  ['<p style="background:url(¦)">', 'https://a.b/中文', null],
  ['a < b，¦', 'https://a.b/中文', null],
])('in_%j_the_address_%j_is_kept_whole_as_%j', (before, pastedText, after) => {
  expect(wholeAddress(selectedIn(before), pastedText)).toBe(after);
});
