import { expect, test } from 'vitest';
import { fixWarning, isFixable } from './warning-fixes';

/** The fix of a warning in the line that holds `›`, which is taken out. */
function fixed(key: string, marked: string, detail = ''): string | null {
  const line = marked.slice(0, marked.indexOf('›')).split('\n').length;
  return fixWarning(marked.replace('›', ''), { key, line, detail });
}

test.each([
  ['hint.heading', '›#标题', '#', '# 标题'],
  ['hint.heading', '> ›＃＃ 标题', '＃＃', '> ## 标题'],
  ['hint.item', '›1.项', '1.', '1. 项'],
  ['hint.item', '- ›-项', '-', '- - 项'],
  ['hint.rule', '一句，话\n›---', '---', '一句，话\n\n---'],
  ['hint.rule', '> 一句，话\n> ›---', '---', '> 一句，话\n>\n> ---'],
  ['hint.doubleRule', '> 一句，话\n> ›=====', '===', '> 一句，话\n>\n> ---'],
  ['hint.heading', '›#　标题', '#', '# 标题'],
  ['hint.commaItems', '› 1、甲\n续\n2、 乙\n\n3、丙', '1、', ' 1. 甲\n续\n2. 乙\n\n3、丙'],
  ['hint.commaItems', '> ›1、甲\n> 2、乙\n>\n> 3、丙', '1、', '> 1. 甲\n> 2. 乙\n>\n> 3、丙'],
  ['hint.imageSize', '›![a](u.png =300x200)', '300x200', '![a|300x200](u.png)'],
  ['hint.imageSize', '›![a](u.png =300x)', '300x', '![a|300](u.png)'],
  ['hint.addressSpace', '›![a](b c.png) x', 'b c.png', '![a](<b c.png>) x'],
  ['hint.imageAttributes', '›![a](u){width=300}', '{width=300}', '![a|300](u)'],
  [
    'hint.imageAttributes',
    '›![a](u){width=50%}',
    '{width=50%}',
    '<img src="u" alt="a" width="50%">',
  ],
  ['hint.invisible', '›一\u200b二\u0001三', 'U+200B', '一二三'],
  ['html.curlyQuotes', '›“甲”<img src=“u” alt=‘b’>', 'img', '“甲”<img src="u" alt=\'b\'>'],
])('%s in %j is put right', (key, marked, detail, expected) => {
  expect(fixed(key, marked, detail)).toBe(expected);
});

const HEAD = '甲\n\n| a | b |\n| :- | - |\n| - | - |\n';

test.each([
  ['| $|x|$ | $\\|y|$ |', '| $\\|x\\|$ | $\\|y\\|$ |'],
  ['| $P(A|B)$ | y |', '| $P(A\\|B)$ | y |'],
  ['$|x|$ | `$` ', '$\\|x\\|$ | `$` '],
  ['| ``a ` $`` | 共 $|x|+1$ 种，\\$5 |\r', '| ``a ` $`` | 共 $\\|x\\|+1$ 种，\\$5 |\r'],
  ['| $a \\mid \\{ x | x > 0 \\}$ | b |', '| $a \\mid \\{ x \\| x > 0 \\}$ | b |'],
])('bars_of_formulas_in_%j_are_escaped', (row, expected) => {
  expect(fixed('table.surplusCells', `${HEAD}›${row}`)).toBe(HEAD + expected);
  const quoted = HEAD.replace(/^(?=.)/gm, '> ');
  expect(fixed('table.surplusCells', `${quoted}›> ${row}`)).toBe(`${quoted}> ${expected}`);
});

test.each([
  '| $5 | x | $6 |',
  '|$5|6$|x|',
  '|$5|$6|x|',
  '| $HOME|$PATH | x |',
  '|$HOME|$PATH|x|',
  '| US$a|b$ | x |',
  '| $a|b$c | x |',
  '| $|$ | x |',
  '| `$|x` | $y|z$ |',
  '| `a | $|x|$` |',
  '| `a\\|$` | $x | y |',
  '| $a|b | c |',
  '| $a|`b`|c$ | x |',
  '| $$a|b$$ | x |',
  '| $，|x|$ | x |',
  '| $ |x|$ | x |',
  '| $|x|$ | $|y|$ | z |',
  '| \\$|x|$ | y |',
  '| a | b | c |',
])('a_row_of_which_it_is_not_sure_stays: %s', (row) => {
  expect(fixed('table.surplusCells', `${HEAD}›${row}`)).toBeNull();
});

test('a_row_without_its_table_stays', () => {
  for (const before of ['', '| - | - |\n', '| a |\n| - | - |\n', '| a | b |\n| - | - |\n\n']) {
    expect(fixed('table.surplusCells', `${before}›| $|x|$ | y |`)).toBeNull();
  }
});

test('what_can_be_put_right_says_so', () => {
  const lines = `${HEAD}| $|x|$ | y |\n| $5 | x | $6 |`.split('\n');
  const warning = { key: 'table.surplusCells', detail: 'x' };
  expect([6, 7, 99].map((line) => isFixable(lines, { ...warning, line }))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isFixable(['一'], { key: 'hint.heading', line: 1 })).toBe(false);
});

test('a_paragraph_loses_its_indent_and_what_follows_stays', () => {
  expect(fixed('hint.indentedCode', '一\n\n›    二\n\t三\n四')).toBe('一\n\n二\n三\n四');
});

test('the_outer_fence_gets_one_mark_more_and_so_does_its_last_line', () => {
  expect(fixed('hint.fence', '›```markdown\n```bash\nx\n```\ny\n```\nz')).toBe(
    '````markdown\n```bash\nx\n```\ny\n````\nz',
  );
  expect(fixed('hint.fence', '›```markdown\n```bash\nx\n```\ny')).toBeNull();
});

test('a_text_that_is_another_by_now_stays', () => {
  expect(fixed('hint.heading', '›标题')).toBeNull();
  expect(fixed('hint.item', '›项', '-')).toBeNull();
  expect(fixed('hint.commaItems', '›甲\n乙', '1、')).toBeNull();
  expect(fixWarning('一', { key: 'hint.heading', line: 9 })).toBeNull();
  expect(fixed('link.unsafe', '›一')).toBeNull();
});
