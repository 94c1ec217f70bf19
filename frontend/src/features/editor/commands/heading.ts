import type { Command } from './command';

const PREFIX = /^(#{1,6})[ \t]+/;

/** Turns the lines of the selection into second-level headings, then third, fourth, and back into text. */
export const heading: Command = {
  id: 'heading',
  labelKey: 'command.heading',
  keys: 'mod+alt+h',
  run({ text, start, end }) {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const nextBreak = text.indexOf('\n', Math.max(start, end - 1));
    const to = nextBreak === -1 ? text.length : nextBreak;
    const lines = text.slice(from, to).split('\n');
    const first = lines.find((line) => line.trim() !== '') ?? '';
    const level = PREFIX.exec(first)?.[1]?.length ?? 0;
    const next = level === 0 || level === 1 ? 2 : level >= 4 ? 0 : level + 1;
    const prefix = next === 0 ? '' : `${'#'.repeat(next)} `;
    const insert = lines
      .map((line) =>
        line.trim() === '' && lines.length > 1 ? line : prefix + line.replace(PREFIX, ''),
      )
      .join('\n');
    const cursor = from + insert.length;
    return { from, to, insert, selectStart: cursor, selectEnd: cursor };
  },
};
