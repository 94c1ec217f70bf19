import type { Edit, Selected } from '../source-editor';
import { selectedLines } from './lines';
import type { TextEdit } from './text-edit';

const PREFIX = /^(#{1,6})[ \t]+/;

/** Turns the lines of the selection into second-level headings, then third, fourth, and back into text. */
export const heading: TextEdit = (selected) => {
  const { lines } = selectedLines(selected);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const level = PREFIX.exec(first)?.[1]?.length ?? 0;
  return toLevel(selected, level === 0 || level === 1 ? 2 : level >= 4 ? 0 : level + 1);
};

/** Makes the lines of the selection headings of one level; 0 makes them text. A second time takes it back. */
export function headingOf(level: number): TextEdit {
  return (selected) => {
    const written = selectedLines(selected).lines.filter((line) => line.trim() !== '');
    const isSo = written.length > 0 && written.every((line) => levelOf(line) === level);
    return toLevel(selected, isSo ? 0 : level);
  };
}

function toLevel(selected: Selected, level: number): Edit {
  const { from, to, lines } = selectedLines(selected);
  const prefix = level === 0 ? '' : `${'#'.repeat(level)} `;
  const insert = lines
    .map((line) =>
      line.trim() === '' && lines.length > 1 ? line : prefix + line.replace(PREFIX, ''),
    )
    .join('\n');
  const cursor = from + insert.length;
  return { from, to, insert, selectStart: cursor, selectEnd: cursor };
}

function levelOf(line: string): number {
  return PREFIX.exec(line)?.[1]?.length ?? 0;
}
