import { expect, test } from 'vitest';
import { firstForm, formulaAt } from './formula-at';

const at = (text: string, mark: string) => formulaAt(text, text.indexOf(mark));

test.each([
  ['中文$x+1$中文', 'x', 'x+1', false],
  ['a \\(x\\) b', 'x', 'x', false],
  ['$$\nx\n\ny\n$$', 'y', 'x\n\ny', true],
  ['\\[ z \\]', 'z', 'z', true],
  ['`$a$` 和 $b$', 'b', 'b', false],
  ['```\n$a$\n```\n\n$b$', 'b', 'b', false],
  ['\\$5 与 $c$', 'c', 'c', false],
])('%# the_formula_at_the_cursor_is_found', (text, mark, tex, isBlock) => {
  const found = at(text, mark);
  expect(found).toMatchObject({ tex, isBlock });
  expect(text.slice(found?.from, found?.to)).toContain(tex);
});

test.each([
  ['$5 和 $10', '和'],
  ['`$a$`', 'a'],
  ['```\n$a$\n```', 'a'],
  ['~~~tex\n$$\na\n$$\n~~~', 'a'],
  ['$a$ 之后', '后'],
  ['\\$a$', 'a'],
  ['', ''],
])('%# what_is_no_formula_is_none', (text, mark) => {
  expect(at(text, mark)).toBeNull();
});

test.each([
  ['', 'block'],
  ['甲\n\n¦\n\n乙', 'block'],
  ['甲\n  ¦', 'block'],
  ['甲¦', 'inline'],
  ['¦甲', 'inline'],
  ['- ¦', 'inline'],
])('a_new_formula_at_%j_begins_as_%s', (marked, form) => {
  const start = Math.max(0, marked.indexOf('¦'));
  const text = marked.replace('¦', '');
  expect(firstForm({ text, start, end: start }, null)).toBe(form);
});

test('words_that_are_selected_become_a_formula_among_words', () => {
  expect(firstForm({ text: 'x', start: 0, end: 1 }, null)).toBe('inline');
});

test('a_formula_keeps_its_form_when_it_is_edited', () => {
  const text = '$$\nx\n$$';
  expect(firstForm({ text, start: 3, end: 3 }, formulaAt(text, 3))).toBe('block');
  expect(firstForm({ text: '$x$', start: 1, end: 1 }, formulaAt('$x$', 1))).toBe('inline');
});
