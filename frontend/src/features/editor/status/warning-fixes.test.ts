import { expect, test } from 'vitest';
import { fixWarning } from './warning-fixes';

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
  ['hint.alert', '›> [!某类]', '某类', '> [!note] 某类'],
  ['hint.alert', '›> [!x]- 标题', 'x', '> [!note]- 标题'],
  ['hint.rule', '一句，话\n›---', '---', '一句，话\n\n---'],
  ['hint.rule', '> 一句，话\n> ›---', '---', '> 一句，话\n>\n> ---'],
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
  ['table.surplusCells', '›| $|x|$ | $\\|y|$ |', 'x', '| $\\|x\\|$ | $\\|y\\|$ |'],
  ['html.curlyQuotes', '›“甲”<img src=“u” alt=‘b’>', 'img', '“甲”<img src="u" alt=\'b\'>'],
])('%s in %j is put right', (key, marked, detail, expected) => {
  expect(fixed(key, marked, detail)).toBe(expected);
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
  expect(fixWarning('一', { key: 'hint.heading', line: 9 })).toBeNull();
  expect(fixed('link.unsafe', '›一')).toBeNull();
});
