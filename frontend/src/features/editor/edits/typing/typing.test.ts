import { expect, test } from 'vitest';
import type { Edit, Selected } from '../../source-editor';
import { indentItems } from './indent';
import {
  afterComposition,
  cut,
  deleteLines,
  enter,
  erase,
  lineBreak,
  tab,
  typeSign,
} from './typing';

/** `⟦` and `⟧` in `marked` stand for the selection, `¦` for a cursor; so they do in what comes back. */
function selectedIn(marked: string): Selected {
  const whole = marked.replace('¦', '⟦⟧');
  const start = whole.indexOf('⟦');
  return { text: whole.replace(/[⟦⟧]/g, ''), start, end: whole.indexOf('⟧') - 1 };
}

function result(marked: string, edit: (selected: Selected) => Edit | null): string | null {
  const selected = selectedIn(marked);
  const made = edit(selected);
  if (made === null) return null;
  const { text } = selected;
  const next = text.slice(0, made.from) + made.insert + text.slice(made.to);
  const inner = next.slice(made.selectStart, made.selectEnd);
  const shown = inner === '' ? '¦' : `⟦${inner}⟧`;
  return next.slice(0, made.selectStart) + shown + next.slice(made.selectEnd);
}

test.each([
  ['bullet', '- a¦', '- a\n- ¦'],
  ['star', '* a¦', '* a\n* ¦'],
  ['number', '1. a¦', '1. a\n2. ¦'],
  ['bracketed number', '1) a¦', '1) a\n2) ¦'],
  ['done task', '- [x] a¦', '- [x] a\n- [ ] ¦'],
  ['numbered task', '1. [ ] a¦', '1. [ ] a\n2. [ ] ¦'],
  ['quote', '> a¦', '> a\n> ¦'],
  ['quote without a space', '>a¦', '>a\n> ¦'],
  ['nested quote', '> > a¦', '> > a\n> > ¦'],
  ['list in a quote', '> - a¦', '> - a\n> - ¦'],
  ['quote in a list', '- > a¦', '- > a\n  > ¦'],
  ['nested bullet', '- a\n  - b¦', '- a\n  - b\n  - ¦'],
  ['list in a list on one line', '- 1. a¦', '- 1. a\n  2. ¦'],
  ['Chinese text', '- 你好，世界¦', '- 你好，世界\n- ¦'],
  ['middle of an item', '- a ¦b', '- a\n- ¦b'],
  ['start of the text of an item', '- ¦b', '- \n- ¦b'],
  ['selected words', '- a⟦bc⟧d', '- a\n- ¦d'],
  ['items below are numbered again', '1. a¦\n2. b\n3. c', '1. a\n2. ¦\n3. b\n4. c'],
  ['nested items below keep their numbers', '1. a¦\n   1. x\n2. b', '1. a\n2. ¦\n   1. x\n3. b'],
  ['the same number below stays', '1. a¦\n1. b', '1. a\n1. ¦\n1. b'],
  [
    'what an item holds moves with a wider number',
    '8. a¦\n9. b\n   text',
    '8. a\n9. ¦\n10. b\n    text',
  ],
  ['the same number everywhere stays', '1. a\n1. b¦\n1. c', '1. a\n1. b\n1. ¦\n1. c'],
  ['another list below is left alone', '1. a¦\n\ntext\n\n5. b', '1. a\n2. ¦\n\ntext\n\n5. b'],
  ['items apart by empty lines', '1. a¦\n\n2. b', '1. a\n2. ¦\n\n3. b'],
  ['numbers that do not count one by one', '1998. a\n2003. b¦', '1998. a\n2003. b\n2004. ¦'],
  ['a list below a divider that the text begins with', '---\n\n1. a¦', '---\n\n1. a\n2. ¦'],
  ['a list below a divider', '1. a\n2. b\n***\n1. c¦', '1. a\n2. b\n***\n1. c\n2. ¦'],
  ['a list below a table', '1. a\n| - |\n5. b¦\n6. c', '1. a\n| - |\n5. b\n6. ¦\n7. c'],
  ['a list below HTML', '1. a\n<div>\n5. b¦\n6. c', '1. a\n<div>\n5. b\n6. ¦\n7. c'],
  ['a numbered list on the line of a bullet', '- 1. a¦\n  2. b', '- 1. a\n  2. ¦\n  3. b'],
  ['an empty item ends the list', '- a\n- ¦', '- a\n\n¦'],
  ['an empty number ends the list', '1. a\n2. ¦', '1. a\n\n¦'],
  ['the items below an empty number count on', '1. a\n2. ¦\n3. c', '1. a\n\n¦\n2. c'],
  ['the items below an empty first number', '1. ¦\n2. b\n3. c', '¦\n1. b\n2. c'],
  ['numbers apart by empty lines count on', '1. a\n\n2. ¦\n\n3. c', '1. a\n\n¦\n\n2. c'],
  ['numbers that do not count stay below', '1. a\n2. ¦\n9. c', '1. a\n\n¦\n9. c'],
  ['an empty task ends the list', '- [ ] a\n- [ ] ¦', '- [ ] a\n\n¦'],
  ['an empty task without its last space', '- [ ] a\n- [ ]¦', '- [ ] a\n\n¦'],
  ['an empty quote ends', '> a\n> ¦', '> a\n\n¦'],
  ['an inner quote ends', '> > a\n> > ¦', '> > a\n>\n> ¦'],
  ['a list in a quote ends', '> - a\n> - ¦', '> - a\n>\n> ¦'],
  ['a quote in a list ends', '- > a\n  > ¦', '- > a\n\n  ¦'],
  ['an only empty item goes', '- ¦', '¦'],
  ['an empty nested item moves out', '- a\n  - ¦', '- a\n- ¦'],
  ['an empty nested number moves out', '1. a\n   1. b\n   2. ¦\n2. c', '1. a\n   1. b\n2. ¦\n3. c'],
  ['an empty bullet moves out to a task', '- [x] a\n  - ¦', '- [x] a\n- [ ] ¦'],
  ['an empty item moves out inside a quote', '> - a\n>   - ¦', '> - a\n> - ¦'],
  ['an inner number moves out to a bullet', '- 1. a\n  2. ¦\n  3. c', '- 1. a\n- ¦\n  1. c'],
  ['an inner bullet moves out to a number', '1. - a\n   - ¦', '1. - a\n2. ¦'],
  ['the same in a quote', '> - 1. a\n>   2. ¦', '> - 1. a\n> - ¦'],
  ['three levels', '- a\n  - b\n    - ¦', '- a\n  - b\n  - ¦'],
  ['the text under an item keeps its place', '- a\n\n  b¦', '- a\n\n  b\n  ¦'],
  ['code keeps its indentation', '```js\n  if¦', '```js\n  if\n  ¦'],
  ['brackets in code open', '```js\n  if (a) {¦}', '```js\n  if (a) {\n    ¦\n  }'],
  ['brackets in code open by a tab', '```js\n\tf(¦)', '```js\n\tf(\n\t\t¦\n\t)'],
  ['brackets that hold something', '```js\n{¦ }', null],
  ['an open code block is closed', '```js¦', '```js\n¦\n```'],
  ['an open code block in an item is closed', '- a\n\n  ```¦\n', '- a\n\n  ```\n  ¦\n  ```\n'],
  ['an open code block in a quote is closed', '> ```¦', '> ```\n> ¦\n> ```'],
  ['a long fence is closed alike', '````md¦', '````md\n¦\n````'],
  ['an open formula is closed', '$$¦', '$$\n¦\n$$'],
  ['a code block that is closed stays', '```js¦\nx\n```', null],
  ['a code block that is closed and empty', '```js¦\n\n```\nx', '```js\n¦\n```\nx'],
  ['an empty code block in a quote', '> ```js¦\n> \n> ```', '> ```js\n> ¦\n> ```'],
  ['the closing line of code', '```js\nx\n```¦', null],
  ['a list in code', '```\n- a¦', null],
  ['a list in the front matter', '---\ntags:\n- a¦\n---\n', null],
  ['a list in a formula', '$$\n- a¦\n$$', null],
  ['plain text', 'a¦', null],
  ['a divider', '- - -¦', null],
  ['bold at a line start', '**a**¦', null],
  ['before the mark', '¦- a', null],
  ['a year', '2026 年¦', null],
  [
    'a cell',
    '| a¦ | b |\n| --- | --- |\n| 1 | 2 |',
    '| a   | b   |\n| --- | --- |\n| ⟦1⟧   | 2   |',
  ],
  ['the last row', '| a |\n| --- |\n| 1¦ |', '| a   |\n| --- |\n| 1   |\n\n¦'],
  ['an empty last row goes', '| a |\n| --- |\n| 1 |\n|  ¦ |', '| a   |\n| --- |\n| 1   |\n\n¦'],
  ['after the cells', '| a |\n| --- |¦', null],
])('enter: %s', (_, before, after) => {
  expect(result(before, enter)).toBe(after);
});

test.each([
  ['the middle line', '1. 甲\n⟦2. 乙\n⟧3. 丙', '1. 甲\n¦2. 丙'],
  ['the middle line with the break before it', '1. 甲⟦\n2. 乙⟧\n3. 丙', '1. 甲¦\n2. 丙'],
  ['the first line', '⟦1. 甲\n⟧2. 乙\n3. 丙', '¦1. 乙\n2. 丙'],
  ['the first of a list that begins later', '⟦5. 甲\n⟧6. 乙\n7. 丙', '¦5. 乙\n6. 丙'],
  ['an empty line between items', '1. 甲\n¦\n3. 丙', '1. 甲¦\n2. 丙'],
  ['an item with what it holds', '1. 甲\n⟦2. 乙\n   - 子\n⟧3. 丙', '1. 甲\n¦2. 丙'],
  ['a nested item', '1. 甲\n   1. a\n⟦   2. b\n⟧   3. c\n3. 乙', '1. 甲\n   1. a\n¦   2. c\n3. 乙'],
  ['an item of a quote', '> 1. 甲\n⟦> 2. 乙\n⟧> 3. 丙', '> 1. 甲\n¦> 2. 丙'],
  ['a number that gets shorter', '9. 甲\n⟦10. 乙\n⟧11. 丙\n    文', '9. 甲\n¦10. 丙\n    文'],
  ['the last line', '1. 甲\n⟦2. 乙\n⟧', null],
  ['items that all have one number', '1. 甲\n⟦1. 乙\n⟧1. 丙', null],
  ['bullets', '- 甲\n⟦- 乙\n⟧- 丙', null],
  ['what parts two lists', '1. 甲\n\n⟦文\n⟧\n1. 乙\n2. 丙', null],
  ['a part of a line', '1. 甲\n2. ⟦乙⟧\n4. 丙', null],
  ['lines of code', '```\n1. 甲\n⟦2. 乙\n⟧3. 丙\n```', null],
  ['lines of text', '甲\n⟦乙\n⟧丙', null],
  ['years', '1998. 甲\n⟦2003. 乙\n⟧2010. 丙', null],
  ['an empty line between years', '1998. 甲\n¦\n2010. 丙', null],
  ['items below a divider', '1. 甲\n***\n1. 乙\n⟦2. 丙\n⟧3. 丁', '1. 甲\n***\n1. 乙\n¦2. 丁'],
])('deleting lines: %s', (_, before, after) => {
  expect(result(before, erase)).toBe(after);
});

test.each([
  ['the middle line', '1. 甲\n2. 乙¦\n3. 丙', '1. 甲\n2. 丙¦'],
  ['the cursor before its number', '9. 甲\n¦10. 乙\n11. 丙', '9. 甲\n¦10. 丙'],
  ['a longer line', '1. 甲\n2. 乙乙乙¦\n3. 丙', '1. 甲\n2. 丙¦'],
  ['a shorter number', '9. 甲\n10. 乙乙¦\n11. 丙', '9. 甲\n10. 丙¦'],
  ['several lines', '1. 甲\n2. ⟦乙\n3. 丙⟧\n4. 丁', '1. 甲\n2. ¦丁'],
  ['a selection up to a line', '1. 甲\n⟦2. 乙\n⟧3. 丙', '1. 甲\n¦2. 丙'],
  ['the last line', '1. 甲\n2. 乙¦', null],
  ['text', '甲¦\n乙', null],
])('the key that deletes lines: %s', (_, before, after) => {
  expect(result(before, deleteLines)).toBe(after);
});

test.each([
  ['the line of the cursor', '1. 甲\n2. 乙¦\n3. 丙', '1. 甲\n¦2. 丙'],
  ['selected lines', '1. 甲\n⟦2. 乙\n⟧3. 丙', '1. 甲\n¦2. 丙'],
  ['selected words', '1. 甲\n2. ⟦乙⟧\n3. 丙', null],
  ['the last line', '1. 甲\n2. 乙¦', null],
  ['before years', '1998. 甲\n2001. 乙¦\n2002. 丙', null],
  ['numbers with zeros', '01. 甲\n02. 乙¦\n03. 丙', null],
  ['indented code', '文\n\n    1. 甲¦\n    2. 乙', null],
  [
    'tabs of code that an item holds',
    '9. 甲¦\n10. 乙\n\n    ```\n    \tx\n    ```',
    '¦9. 乙\n\n   ```\n   \tx\n   ```',
  ],
  ['children that are hardly indented', '9. 甲¦\n10. 乙\n  - x', '¦9. 乙\n  - x'],
])('cutting: %s', (_, before, after) => {
  expect(result(before, cut)).toBe(after);
});

test('a_plain_break_takes_no_mark_along', () => {
  expect(result('- a⟦b⟧c', lineBreak)).toBe('- a\n¦c');
});

test.each([
  ['bullet', '- a\n- b¦', '- a\n  - b¦'],
  ['number', '1. a\n2. b¦\n3. c', '1. a\n   1. b¦\n2. c'],
  ['with all it holds', '- a\n- b¦\n  - c\n\n  text\n- d', '- a\n  - b¦\n    - c\n\n    text\n- d'],
  ['several items', '- a\n- ⟦b\n- c⟧\n- d', '- a\n  - ⟦b\n  - c⟧\n- d'],
  ['tabs of code', '- a\n- b¦\n  ```\n  \tx\n  ```', '- a\n  - b¦\n    ```\n    \tx\n    ```'],
  ['wide spaces', '- a\n- b¦\n\n  　　文', '- a\n  - b¦\n\n    　　文'],
  ['items indented by tabs', '- a\n- b¦\n\t- c', '- a\n  - b¦\n      - c'],
  ['several numbers', '1. a\n2. ⟦b\n3. c⟧\n4. d', '1. a\n   1. ⟦b\n   2. c⟧\n2. d'],
  ['joins the items that are held already', '1. a\n   1. x\n2. b¦', '1. a\n   1. x\n   2. b¦'],
  ['takes the marks that are there', '- a\n  1. x\n- b¦', '- a\n  1. x\n  2. b¦'],
  ['in a quote', '> - a\n> - b¦', '> - a\n>   - b¦'],
  ['the first item stays', '- a¦\n- b', '- a¦\n- b'],
  ['an empty item', '- a\n- ¦', '- a\n  - ¦'],
  ['text is left alone', 'a¦', null],
  ['code is left alone', '```\n- a\n- b¦', null],
])('tab: %s', (_, before, after) => {
  expect(result(before, (selected) => tab(selected, false))).toBe(after);
});

test.each([
  ['bullet', '- a\n  - b¦', '- a\n- b¦'],
  ['number', '1. a\n   1. b¦\n2. c', '1. a\n2. b¦\n3. c'],
  ['what follows becomes its own', '1. a\n   1. b¦\n   2. c\n2. d', '1. a\n2. b¦\n   1. c\n3. d'],
  ['takes the mark of the outer list', '1. a\n   - b¦', '1. a\n2. b¦'],
  ['with all it holds', '- a\n  - b¦\n    - c', '- a\n- b¦\n  - c'],
  ['the outermost stays', '- a¦', '- a¦'],
  ['an indented list without a parent', '  - a¦', '- a¦'],
])('shift tab: %s', (_, before, after) => {
  expect(result(before, (selected) => indentItems(selected, 'out'))).toBe(after);
});

test.each([
  ['from the address to the words', '[链接文字](https://a.b¦)', '[⟦链接文字⟧](https://a.b)'],
  ['in English', '[link text](https://a.b¦)', '[⟦link text⟧](https://a.b)'],
  ['from the address that is selected', '[链接文字](⟦https://⟧)', '[⟦链接文字⟧](https://)'],
  ['from the words of its author', '甲[词](https://a.b¦)乙', '甲[词](https://a.b)¦乙'],
  ['from the words', '[词¦](https://a.b)。', '[词](https://a.b)¦。'],
  ['from the words that are selected', '[⟦链接文字⟧](https://a.b)', '[链接文字](https://a.b)¦'],
  ['from an address in brackets', '[词](https://a.b/c_(d)¦)', '[词](https://a.b/c_(d))¦'],
  ['from a title', '[词](https://a.b "题"¦)', '[词](https://a.b "题")¦'],
  ['from an image', '![](https://a.b/c.png¦)', '![](https://a.b/c.png)¦'],
  ['from the words of an image', '![¦](https://a.b/c.png)', '![](https://a.b/c.png)¦'],
  ['in an item', '- a\n- [词¦](https://a.b)', '- a\n- [词](https://a.b)¦'],
  ['the second of two', '[a](b) [链接文字](c¦)', '[a](b) [⟦链接文字⟧](c)'],
  ['in a cell', '| [词¦](b) |\n| --- |', '| [词](b)¦ |\n| --- |'],
  ['not from the middle of the address', '[词](https://¦a.b)', null],
  ['not behind it', '[词](https://a.b)¦', null],
  ['not in brackets alone', '[词¦] (b)', null],
  ['not from an escaped one', '\\[词¦](b)', null],
  ['not in code', '`[词](b¦)`', null],
  ['not in a code block', '```\n[词](b¦)', null],
])('tab in a link: %s', (_, before, after) => {
  expect(result(before, (selected) => tab(selected, false))).toBe(after);
});

test('shift_tab_in_a_link_moves_the_item_as_elsewhere', () => {
  expect(result('- a\n  - [词¦](b)', (selected) => tab(selected, true))).toBe('- a\n- [词¦](b)');
});

const table = '| 姓名 | b |\n| --- | --- |\n| 1 | 2 |';

test.each([
  ['at the end of a cell', table.replace('1 ', '1¦ '), table.replace('1 ', '1<br>¦ ')],
  ['in the header', table.replace('姓', '姓¦'), table.replace('姓', '姓<br>¦')],
  ['in place of a selection', table.replace('姓名', '⟦姓⟧名'), table.replace('姓名', '<br>¦名')],
  ['behind a selection of two cells', '| ⟦a | b⟧ |\n| - | - |', '| a | b<br>¦ |\n| - | - |'],
  ['in a quote', '> | a¦ |\n> | - |', '> | a<br>¦ |\n> | - |'],
  ['without bars at the ends', 'a¦ | b\n- | -', 'a<br>¦ | b\n- | -'],
  ['not behind the cells', '| a |\n| - |\n| 1 |¦', '| a |\n| - |\n| 1 |\n¦'],
  ['not before the cells', '| a |\n| - |\n¦| 1 |', '| a |\n| - |\n\n¦| 1 |'],
  ['not in code', '```\n| a¦ |\n| - |', '```\n| a\n¦ |\n| - |'],
  ['not in text', 'a¦ | b', 'a\n¦ | b'],
])('a line is broken within a cell: %s', (_, before, after) => {
  expect(result(before, lineBreak)).toBe(after);
});

test.each([
  ['next', table.replace('姓', '¦姓'), '| 姓名 | ⟦b⟧   |\n| ---- | --- |\n| 1    | 2   |', false],
  [
    'next row',
    table.replace('b ', 'b¦ '),
    '| 姓名 | b   |\n| ---- | --- |\n| ⟦1⟧    | 2   |',
    false,
  ],
  [
    'new row',
    table.replace('2 ', '2¦ '),
    '| 姓名 | b   |\n| ---- | --- |\n| 1    | 2   |\n| ¦     |     |',
    false,
  ],
  [
    'previous',
    table.replace('1 ', '1¦ '),
    '| 姓名 | ⟦b⟧   |\n| ---- | --- |\n| 1    | 2   |',
    true,
  ],
  [
    'before the first',
    table.replace('姓', '¦姓'),
    '| ⟦姓名⟧ | b   |\n| ---- | --- |\n| 1    | 2   |',
    true,
  ],
  ['in a quote', '> | a¦ | b |\n> | --- | --- |', '> | a   | ⟦b⟧   |\n> | --- | --- |', false],
  ['a row with too many cells is left alone', '| a¦ |\n| --- |\n| 1 | 2 |', null, false],
  ['a table in code', '```\n| a¦ |\n| --- |', null, false],
] as const)('cells: %s', (_, before, after, isBack) => {
  expect(result(before, (selected) => tab(selected, isBack))).toBe(after);
});

test.each([
  ['(', 'a¦', 'a(¦)'],
  ['（', '你好¦', '你好（¦）'],
  ['「', '¦', '「¦」'],
  ['“', '他说：¦', '他说：“¦”'],
  ['《', '¦。', '《¦》。'],
  ['"', 'a ¦', 'a "¦"'],
  ['"', '他说¦', '他说"¦"'],
  ["'", 'don¦', null],
  ['"', '5¦', null],
  ['(', '¦word', null],
  ['（', '¦词', null],
  ['\\', '¦', null],
  ['(', '\\¦', null],
  ['a', '¦', null],
  [')', '(a¦)', '(a)¦'],
  [')', '((a¦)', null],
  ['）', '（a¦）', '（a）¦'],
  ['”', '“a¦”', '“a”¦'],
  ['"', '"a¦"', '"a"¦'],
  ['"', '"a¦', null],
  ['`', '¦', '`¦`'],
  ['`', '`a¦`', '`a`¦'],
  ['`', '`¦`', '``¦'],
  ['`', '``¦', null],
  ['$', '面积¦', '面积$¦$'],
  ['$', '$x¦$', '$x$¦'],
  ['$', 'US¦', null],
  ['5', '$¦$', '$5¦'],
  ['x', '$¦$', null],
  ['*', '¦', null],
  ['*', '*¦', '**¦**'],
  ['*', '中*¦', '中**¦**'],
  ['*', '**a¦**', '**a*¦*'],
  ['*', '**a*¦*', '**a**¦'],
  ['*', '**¦**', '***¦***'],
  ['*', '**a*¦', null],
  ['*', '*¦词', null],
  ['*', '⟦a⟧', '*⟦a⟧*'],
  ['*', '*⟦a⟧*', '**⟦a⟧**'],
  ['（', '⟦词⟧', '（⟦词⟧）'],
  ['`', '⟦a⟧', '`⟦a⟧`'],
  ['~', '⟦a⟧', '~⟦a⟧~'],
  ['[', '⟦a⟧', '[⟦a⟧]'],
  ['「', '⟦a\n\nb⟧', null],
  ['a', '⟦b⟧', null],
  ['(', '```js\nf¦', '```js\nf(¦)'],
  ['*', '```js\n*¦', null],
  ['「', '```js\n¦', null],
  ['$', '`a ¦`', null],
  ['`', '```js\nx\n``¦\n```\ny', '```js\nx\n```¦\ny'],
  ['`', '```js\n``¦\n```', '```js\n```¦'],
  ['`', '````md\n```\nx\n```¦\n````', '````md\n```\nx\n````¦'],
  ['`', '````md\n``¦\n````', null],
  ['~', '~~~\nx\n~~¦\n~~~', '~~~\nx\n~~~¦'],
  ['$', '$$\nx\n$¦\n$$\n', '$$\nx\n$$¦\n'],
  ['`', '> ```\n> x\n> ``¦\n> ```', '> ```\n> x\n> ```¦'],
  ['`', '- ```\n  x\n  ``¦\n  ```', '- ```\n  x\n  ```¦'],
  ['`', '```\nx\n``¦\ny\n```', null],
  ['`', '```\nx\n``¦', null],
  ['`', '```\nx\n``¦ y\n```', null],
  ['`', 'x\n``¦\n```\ny\n```', null],
  ['}', '```\nf {\n  a\n  ¦\n}\n```', '```\nf {\n  a\n}¦\n```'],
  ['}', '```\nf {\n\n  a\n¦}\n```', '```\nf {\n\n  a\n}¦\n```'],
  ['}', '```\nf {\n  g {\n    ¦\n  }\n}\n```', '```\nf {\n  g {\n  }¦\n}\n```'],
  [']', '- a [\n    ¦\n  ]', '- a [\n  ]¦'],
  ['}', '```\nf {\n  g {\n    ¦\n}\n```', null],
  ['}', '```\n}\n```\n\n```\nf {\n¦\n```', null],
  ['}', '```\n{\n```\n\n```\nf\n¦\n}\n```', null],
  ['}', '```\nf {\n  a ¦\n}\n```', null],
  [')', '(a\n\n¦\n)', null],
  ['}', '```\nf {\n  ¦\n  a\n}\n```', null],
] as const)('typing %s into %s', (sign, before, after) => {
  expect(result(before, (selected) => typeSign(selected, sign))).toBe(after);
});

test.each([
  ['(¦)', '¦'],
  ['「¦」', '¦'],
  ['**¦**', '¦'],
  ['$¦$', '¦'],
  ['``¦``', null],
  ['(a¦)', null],
  ['¦', null],
  ['a¦b', null],
])('backspace in %s', (before, after) => {
  expect(result(before, erase)).toBe(after);
});

test.each([
  ['an empty bullet', '正文\n- ¦', '正文\n¦'],
  ['an empty number', '1. a\n2. ¦', '1. a\n¦'],
  ['an empty task', '- [ ] a\n- [ ] ¦', '- [ ] a\n¦'],
  ['an empty quote', '> a\n> ¦', '> a\n¦'],
  ['an inner quote', '> > ¦', '> ¦'],
  ['a quote in an item', '- > a\n  > ¦', '- > a\n  ¦'],
  ['an empty item of a quote', '> - ¦', '> ¦'],
  ['an item in an item on one line', '- 1. ¦', '- ¦'],
  ['an empty nested bullet', '- a\n  - ¦', '- a\n- ¦'],
  ['an empty nested number', '1. a\n   1. b\n   2. ¦\n2. c', '1. a\n   1. b\n2. ¦\n3. c'],
  ['an empty nested task', '- [ ] a\n  - [ ] ¦', '- [ ] a\n- [ ] ¦'],
  ['a nested item of a quote', '> - a\n>   - ¦', '> - a\n> - ¦'],
  ['three levels', '- a\n  - b\n    - ¦', '- a\n  - b\n  - ¦'],
  ['an indented item without a parent', '  - ¦', '¦'],
  ['an item with text', '- a\n- ¦b', '- a\n¦b'],
  ['a done task with text', '- [x] ¦b', '¦b'],
  ['a nested item with text', '- a\n  - ¦b\n    - c', '- a\n- ¦b\n  - c'],
  ['a quote with text', '> ¦a', '¦a'],
  ['a mark with several spaces', '-   ¦a', '¦a'],
  ['the items below are numbered again', '1. a\n2. ¦b\n3. c', '1. a\n¦b\n2. c'],
  ['the next item is the first one', '1. ¦a\n2. b\n3. c', '¦a\n1. b\n2. c'],
  ['the middle of a mark', '-¦ a', null],
  ['a task without its last space', '- [ ]¦', null],
  ['the start of the line', '- a\n¦- b', null],
  ['the text of an item', '- a¦', null],
  ['a selection', '- ⟦a⟧', null],
  ['code', '```\n- ¦\n```', null],
  ['code of an item', '- a\n\n  ```\n  - ¦', null],
  ['the front matter', '---\ntags:\n- ¦\n---\n', null],
  ['a formula', '$$\n- ¦\n$$', null],
  ['a divider', '- - - ¦', null],
  ['indented code', '文\n\n    - ¦name: x', null],
  ['text', 'a ¦', null],
])('backspace behind the mark: %s', (_, before, after) => {
  expect(result(before, erase)).toBe(after);
});

test.each([
  ['an opening sign', '他说「¦', '「', '', '他说「¦」'],
  ['a closing sign that is there', '「a」¦」', '」', '', '「a」¦'],
  ['a selection', '（¦', '（', '词', '（⟦词⟧）'],
  ['a word', '你¦', '你', '', null],
])('an input method writes %s', (_, before, sign, replaced, after) => {
  expect(result(before, (selected) => afterComposition(selected, sign, replaced))).toBe(after);
});
