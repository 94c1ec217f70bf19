// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { words } from '../../../i18n/locales/chinese';
import { words as english } from '../../../i18n/locales/english';
import { chordMatches, chordText, parseChord } from '../../../lib/browser/key-chord';
import { syllables } from '../../../lib/text/pinyin';
import type { Command } from './command';
import { commandGroups, commands, slashCommands } from './commands';
import { insertCommands } from './insert';
import { searchCommands } from './search-commands';

test('no_two_commands_share_a_name_or_a_shortcut', () => {
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(commands.map((command) => command.id)).size).toBe(commands.length);
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

test('commands_are_found_by_name_english_and_pinyin', () => {
  const names: Record<string, string> = { table: '表格', toc: '目录', taskList: '任务列表' };
  const offered = commands.filter((command) => command.id in names);
  const found = (query: string) =>
    searchCommands(offered, query, (command) => names[command.id] ?? '').map(
      (command) => command.id,
    );
  expect(found('表')).toEqual(['table', 'taskList']);
  expect(found('biaoge')).toEqual(['table']);
  expect(found('t')).toContain('toc');
  expect(found('xyz')).toEqual([]);
  expect(found('')).toHaveLength(3);
});

test('every_command_is_found_by_pinyin_and_by_initials', () => {
  const name = ({ id }: { id: (typeof commands)[number]['id'] }) => words.tools.command[id];
  const first = (query: string) => searchCommands(commands, query, name)[0];
  expect(first('lct')?.id).toBe('diagram');
  expect(first('bg')?.id).toBe('table');
  expect(first('dmk')?.id).toBe('codeBlock');
  for (const command of commands) {
    const parts = syllables(name(command));
    const found = searchCommands(commands, parts.map((part) => part[0]).join(''), name);
    expect(found).toContain(command);
    expect(searchCommands(commands, parts.join(''), name)).toContain(command);
  }
});

test('some_letters_of_a_name_find_a_command_that_nothing_else_finds', () => {
  for (const locale of [words, english]) {
    const name = ({ id }: { id: (typeof commands)[number]['id'] }) => locale.tools.command[id];
    const found = (query: string) => searchCommands(commands, query, name).map(({ id }) => id);
    expect(found('fzmd')).toEqual(['copyMarkdown']);
    expect(found('fz md')).toEqual(['copyMarkdown']);
    expect(found('fzgzh')).toEqual(['wechat']);
    // Two letters are too few, and the order counts.
    expect(found('fm')).toEqual([]);
    expect(found('mdfz')).toEqual([]);
  }
});

/** What nobody types to find something. */
const FILLERS = /\b(?:a|an|and|as|at|for|from|in|of|one|or|the|this|to|with)\b|’s|[:()]/gi;

test.each([
  ['Chinese', words],
  ['English', english],
])('with_the_%s_interface_a_command_is_found_by_its_names_in_both_languages', (_, { tools }) => {
  const nameOf = ({ id }: Command) => tools.command[id];
  const missing = commands.flatMap((command) => {
    const chinese = words.tools.command[command.id];
    const parts = syllables(chinese);
    return [
      chinese,
      parts.join(''),
      parts.map((part) => part[0]).join(''),
      english.tools.command[command.id].replace(FILLERS, ''),
    ]
      .filter((query) => !searchCommands(commands, query, nameOf).includes(command))
      .map((query) => `${command.id}: ${query}`);
  });
  expect(missing).toEqual([]);
});

test.each([
  ['bg', 'table'],
  ['dmk', 'codeBlock'],
  ['lct', 'diagram'],
  ['表', 'table'],
  ['li', 'link'],
  ['code', 'codeBlock'],
  ['head', 'heading1'],
])('the_english_slash_menu_finds_by_%s_first_the_%s', (query, id) => {
  const nameOf = ({ id }: Command) => english.tools.command[id];
  expect(searchCommands(slashCommands, query, nameOf)[0]?.id).toBe(id);
});

test('the_slash_menu_begins_with_what_is_inserted_most_in_the_order_of_the_plus_menu', () => {
  const ids = slashCommands.map(({ id }) => id);
  expect(new Set(ids.slice(0, 4))).toEqual(new Set(['table', 'image', 'formula', 'codeBlock']));
  expect(ids.filter((id) => insertCommands.some((command) => command.id === id))).toEqual(
    insertCommands.map(({ id }) => id),
  );
  expect(new Set(ids)).toEqual(
    new Set(commands.filter(({ isSlash }) => isSlash).map(({ id }) => id)),
  );
});

test.each([
  ['img', 'image'],
  ['pic', 'image'],
  ['photo', 'image'],
  ['tbl', 'table'],
  ['math', 'formula'],
  ['tex', 'formula'],
  ['pre', 'codeBlock'],
  ['hr', 'divider'],
  ['line', 'divider'],
  ['toc', 'toc'],
  ['fn', 'footnote'],
  ['toggle', 'fold'],
  ['ul', 'bulletList'],
  ['ol', 'numberList'],
  ['todo', 'taskList'],
  ['check', 'taskList'],
  ['quote', 'quote'],
  ['bq', 'quote'],
  ['note', 'tip'],
  ['h2', 'heading2'],
])('the_slash_menu_finds_by_%s_first_the_%s', (query, id) => {
  expect(
    searchCommands(slashCommands, query, (command) => words.tools.command[command.id])[0]?.id,
  ).toBe(id);
});

test('every_command_that_has_words_can_be_run', () => {
  const ids = commands.map((command) => command.id).sort();
  expect(ids).toEqual(Object.keys(words.tools.command).sort());
  expect(commandGroups.every((group) => group.commands.length > 0)).toBe(true);
});
