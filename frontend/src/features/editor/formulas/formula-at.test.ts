import { expect, test } from 'vitest';
import { formulaAt } from './formula-at';

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
