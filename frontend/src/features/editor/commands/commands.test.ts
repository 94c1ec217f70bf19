import { expect, test } from 'vitest';
import { bold } from './bold';
import { code } from './code';
import type { Command, CommandContext, Edit } from './command';
import { format } from './format';
import { heading } from './heading';
import { italic } from './italic';
import { chordMatches, chordText, parseChord } from './key-chord';
import { link } from './link';
import { commands } from './registry';

const context: CommandContext = {
  placeholder: (of) => of,
  formatSource: (text) => text.replace(/([\u4e00-\u9fff])(\w)/g, '$1 $2'),
};

/** `[` and `]` in `marked` stand for the selection, before and after. */
function run(command: Command, marked: string): string | null {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const edit = command.run({ text, start, end }, context);
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
  [code, 'x ⟦y⟧', 'x `⟦y⟧`'],
  [code, 'x\n⟦a\nb⟧\ny', 'x\n```⟦⟧\na\nb\n```\ny'],
  [code, '⟦a\n```\nb⟧', '````⟦⟧\na\n```\nb\n````'],
  [link, '⟦词⟧', '[词](⟦https://⟧)'],
  [link, '⟦https://a.b⟧', '[⟦link⟧](https://a.b)'],
  [heading, 'a\nb⟦⟧c', 'a\n## bc⟦⟧'],
  [heading, '## b⟦⟧', '### b⟦⟧'],
  [heading, '#### b⟦⟧', 'b⟦⟧'],
  [heading, '⟦a\n\nb⟧', '## a\n\n## b⟦⟧'],
] as [Command, string, string][])('%# command_edits_as_expected', (command, before, after) => {
  expect(run(command, before)).toBe(after);
});

test('format_touches_only_what_differs_and_keeps_the_line', () => {
  const text = 'same\n中文a\n⟦⟧中文b\nsame';
  expect(run(format, text)).toBe('same\n中文 a\n中文 b⟦⟧\nsame');
  const edit = format.run({ text: 'same\n中文a\nsame', start: 0, end: 0 }, context);
  expect(edit).toMatchObject({ from: 7, to: 7, insert: ' ' });
});

test('format_of_a_tidy_text_does_nothing', () => {
  expect(run(format, '⟦⟧中文 a')).toBeNull();
});

test('no_two_commands_share_a_shortcut', () => {
  expect(new Set(commands.map((command) => command.keys)).size).toBe(commands.length);
});

test('a_chord_needs_exactly_its_keys', () => {
  const event = new KeyboardEvent('keydown', { code: 'KeyB', ctrlKey: true });
  expect(chordMatches(parseChord('mod+b'), event, false)).toBe(true);
  expect(chordMatches(parseChord('mod+b'), event, true)).toBe(false);
  expect(chordMatches(parseChord('mod+alt+b'), event, false)).toBe(false);
  expect(chordText('mod+alt+h', true)).toBe('⌥⌘H');
  expect(chordText('shift+alt+f', false)).toBe('Alt+Shift+F');
});
