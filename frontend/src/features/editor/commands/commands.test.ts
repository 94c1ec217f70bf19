import { expect, test } from 'vitest';
import { actions } from './actions';
import { codeBlock, divider, footnote, insertBlock, tip } from './blocks';
import { code } from './code';
import type { Command, CommandContext, Edit } from './command';
import { isInFence } from './fences';
import { format } from './format';
import { heading, headingOf } from './heading';
import { chordMatches, chordText, parseChord } from './key-chord';
import { bulletList, numberList, quote, taskList } from './lines';
import { link } from './link';
import { bold, italic, strike } from './marks';
import { searchActions } from './search-actions';

const context: CommandContext = {
  placeholder: (of) => of,
  formatSource: (text) => text.replace(/([\u4e00-\u9fff])(\w)/g, '$1 $2'),
};

/** `⟦` and `⟧` in `marked` stand for the selection, before and after. */
function run(command: Command, marked: string): string | null {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const edit = command({ text, start, end }, context);
  return edit === null ? null : applied(text, edit);
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
  [divider, 'a⟦⟧', 'a\n\n---⟦⟧\n'],
  [divider, 'a\n\n⟦⟧\n\nb', 'a\n\n---⟦⟧\n\nb'],
  [divider, 'a ⟦⟧ b', 'a\n\n---⟦⟧\n\nb'],
  [codeBlock, '⟦x⟧', '```⟦⟧\nx\n```\n'],
  [tip, '⟦a\nb⟧', '> [!tip]\n> ⟦a\n> b⟧\n'],
  [footnote, 'a⟦⟧ b', 'a[^1] b\n\n[^1]: ⟦footnote⟧\n'],
  [footnote, 'a[^1]⟦⟧\n\n[^1]: x\n', 'a[^1][^2]\n\n[^1]: x\n\n[^2]: ⟦footnote⟧\n'],
] as [Command, string, string][])('%# command_edits_as_expected', (command, before, after) => {
  expect(run(command, before)).toBe(after);
});

test('a_block_can_leave_the_cursor_inside', () => {
  const edit = insertBlock({ text: '甲', start: 1, end: 1 }, '| a |', 2);
  expect(applied('甲', edit)).toBe('甲\n\n| ⟦⟧a |\n');
});

test('format_touches_only_what_differs_and_keeps_the_line', () => {
  const text = 'same\n中文a\n⟦⟧中文b\nsame';
  expect(run(format, text)).toBe('same\n中文 a\n中文 b⟦⟧\nsame');
  const edit = format({ text: 'same\n中文a\nsame', start: 0, end: 0 }, context);
  expect(edit).toMatchObject({ from: 7, to: 7, insert: ' ' });
});

test('format_of_a_tidy_text_does_nothing', () => {
  expect(run(format, '⟦⟧中文 a')).toBeNull();
});

test('no_two_actions_share_a_name_or_a_shortcut', () => {
  const keys = actions.flatMap((action) => action.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(actions.map((action) => action.id)).size).toBe(actions.length);
});

test('a_chord_needs_exactly_its_keys', () => {
  const event = new KeyboardEvent('keydown', { code: 'KeyB', ctrlKey: true });
  expect(chordMatches(parseChord('mod+b'), event, false)).toBe(true);
  expect(chordMatches(parseChord('mod+b'), event, true)).toBe(false);
  expect(chordMatches(parseChord('mod+alt+b'), event, false)).toBe(false);
  const pressed = (code: string, keys: string, more: KeyboardEventInit = {}) =>
    chordMatches(parseChord(keys), new KeyboardEvent('keydown', { code, ...more }), false);
  expect(pressed('F1', 'f1')).toBe(true);
  expect(pressed('Slash', 'mod+/', { ctrlKey: true })).toBe(true);
  expect(pressed('Digit8', 'mod+shift+8', { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(chordText('mod+alt+h', true)).toBe('⌥⌘H');
  expect(chordText('shift+alt+f', false)).toBe('Alt+Shift+F');
});

test('actions_are_found_by_name_english_and_pinyin', () => {
  const names: Record<string, string> = { table: '表格', toc: '目录', taskList: '任务列表' };
  const offered = actions.filter((action) => action.id in names);
  const found = (query: string) =>
    searchActions(offered, query, (action) => names[action.id] ?? '').map((action) => action.id);
  expect(found('表')).toEqual(['table', 'taskList']);
  expect(found('biaoge')).toEqual(['table']);
  expect(found('t')).toContain('toc');
  expect(found('xyz')).toEqual([]);
  expect(found('')).toHaveLength(3);
});

test('fences_are_recognized', () => {
  expect(isInFence('a\n```js\nx')).toBe(true);
  expect(isInFence('```\nx\n```\n')).toBe(false);
  expect(isInFence('````\n```\n')).toBe(true);
  expect(isInFence('~~~\n```\n~~~\n')).toBe(false);
});
