import { expect, test } from 'vitest';
import { bodyStart } from '../../../lib/text/front-matter';
import type { Edit, Selected } from '../source-editor';
import { insertBlock } from './blocks';
import { inBody } from './front-matter';
import { heading } from './heading';
import { bulletList } from './lines';
import { bold } from './marks';

const front = '---\ntitle: 甲\n---\n';

/** `⟦` and `⟧` stand for the selection, `¦` for a cursor, before and after. */
function run(marked: string, edit: (selected: Selected) => Edit | null): string | null {
  const whole = marked.replace('¦', '⟦⟧');
  const start = whole.indexOf('⟦');
  const text = whole.replace(/[⟦⟧]/g, '');
  const made = inBody({ text, start, end: whole.indexOf('⟧') - 1 }, edit);
  if (made === null) return null;
  const next = text.slice(0, made.from) + made.insert + text.slice(made.to);
  const inner = next.slice(made.selectStart, made.selectEnd);
  const shown = inner === '' ? '¦' : `⟦${inner}⟧`;
  return next.slice(0, made.selectStart) + shown + next.slice(made.selectEnd);
}

const block = (at: Selected) => insertBlock(at, '---');
const words = (edit: typeof bold) => (at: Selected) => edit(at, (of) => of);

test.each([
  ['before it', `¦${front}\n正文`, block, `${front}\n---\n\n¦\n\n正文`],
  ['in it', '---\nti¦tle: 甲\n---\n\n正文', block, `${front}\n---\n\n¦\n\n正文`],
  ['behind its last line', '---\ntitle: 甲\n---¦\n正文', block, `${front}\n---\n\n¦\n\n正文`],
  ['with nothing below it', '¦---\ntitle: 甲\n---', block, `${front}\n---\n\n¦`],
  ['at a line of text', `¦${front}正文`, words(heading), `${front}## 正文¦`],
  ['at an empty line', `¦${front}\n正文`, words(heading), `${front}## ¦\n正文`],
  ['in words', `¦${front}正文`, words(bold), `${front}**⟦bold⟧**正文`],
  ['in the words of a last line', '---\na: b¦\n---', words(bold), '---\na: b\n---\n**⟦bold⟧**'],
  [
    'at a selection of some of it',
    '---\n⟦title⟧: 甲\n---\n正文',
    words(bulletList),
    `${front}- 正文¦`,
  ],
  [
    'at what is selected behind it',
    `⟦${front}正文\n又⟧`,
    words(bulletList),
    `${front}⟦- 正文\n- 又⟧`,
  ],
] as const)('an_edit_%s_is_made_behind_the_front_matter', (_, before, edit, after) => {
  expect(run(before, edit)).toBe(after);
});

test('an_edit_behind_the_front_matter_is_made_where_it_is_wanted', () => {
  expect(run(`${front}正文¦`, words(bold))).toBe(`${front}正文**⟦bold⟧**`);
  expect(run('正文¦', words(bold))).toBe('正文**⟦bold⟧**');
  expect(run(`¦${front}`, () => null)).toBeNull();
});

test.each([
  ['title: 甲', true],
  ['', true],
  ['# 注\n"a": 1', true],
  ['tags:\n- 甲', true],
  ['标题: 甲', true],
  ['"two words": 1', false],
  ['## 甲', false],
  ['https://example.com', false],
])('between_dashes_%j_is_front_matter_where_the_engine_says_so', (inner, isFront) => {
  const text = `---\n${inner}\n---\n`;
  expect(bodyStart(`${text}正文`)).toBe(isFront ? text.length : 0);
});

test('the_first_line_of_the_article_is_behind_the_front_matter', () => {
  expect(bodyStart(`${front}\n# 甲`)).toBe(front.length);
  expect(bodyStart(front.trimEnd())).toBe(front.length - 1);
  expect(bodyStart('---\ntitle: 甲')).toBe(0);
  expect(bodyStart(`\n${front}`)).toBe(0);
  expect(bodyStart('')).toBe(0);
});
