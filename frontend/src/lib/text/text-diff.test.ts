import { expect, test } from 'vitest';
import { type DiffRow, diffRows } from './text-diff';

const shown = (rows: DiffRow[]) =>
  rows.map((row) =>
    row.kind === 'folded'
      ? `…${row.count}`
      : `${{ same: ' ', removed: '-', added: '+' }[row.kind]}${row.parts
          .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
          .join('')}`,
  );

test('equal_texts_fold_to_nothing', () => {
  expect(shown(diffRows('a\nb\n', 'a\nb\n'))).toEqual(['…2']);
  expect(diffRows('', '')).toEqual([]);
});

test('a_changed_line_shows_which_letters_changed', () => {
  expect(shown(diffRows('一二三\n四\n', '一贰三\n四\n'))).toEqual([
    '-一[二]三',
    '+一[贰]三',
    ' 四',
  ]);
});

test('words_of_an_alphabet_change_as_a_whole', () => {
  expect(shown(diffRows('It needs some work.\n', 'It wants some words.\n'))).toEqual([
    '-It [needs] some [work].',
    '+It [wants] some [words].',
  ]);
});

test('lines_with_little_in_common_are_two_lines', () => {
  expect(shown(diffRows('先写初稿再修改\n', '打开窗户，再想一想\n'))).toEqual([
    '-先写初稿再修改',
    '+打开窗户，再想一想',
  ]);
});

test('lines_put_in_and_taken_out_stand_alone', () => {
  expect(shown(diffRows('a\nb\n', 'a\nnew\nb\n'))).toEqual([' a', '+new', ' b']);
  expect(shown(diffRows('a\nold\nb\n', 'a\nb\n'))).toEqual([' a', '-old', ' b']);
});

test('the_last_line_is_the_same_with_and_without_an_end', () => {
  expect(shown(diffRows('a', 'a\n\nb'))).toEqual([' a', '+', '+b']);
  expect(shown(diffRows('a\n\nb', 'a'))).toEqual([' a', '-', '-b']);
  expect(shown(diffRows('a\nb', 'a\nb\n'))).toEqual(['…2']);
});

test('unequal_numbers_of_changed_lines_lose_none', () => {
  expect(shown(diffRows('x1\n', 'x2\ny\nz\n'))).toEqual(['-x[1]', '+x[2]', '+y', '+z']);
  expect(shown(diffRows('x1\ny\nz\n', 'x2\n'))).toEqual(['-x[1]', '-y', '-z', '+x[2]']);
});

test('far_from_a_change_lines_are_folded', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `第 ${i} 行`);
  const after = lines.with(10, '改了');
  const rows = shown(diffRows(lines.join('\n'), after.join('\n')));
  expect(rows[0]).toBe('…7');
  expect(rows.at(-1)).toBe('…6');
  expect(rows).toHaveLength(1 + 3 + 2 + 3 + 1);
});

test('texts_without_likeness_come_back_whole', () => {
  const many = (name: string) => Array.from({ length: 1500 }, (_, i) => `${name} ${i}`).join('\n');
  const rows = diffRows(many('甲'), many('乙'));
  expect(rows.filter((row) => row.kind === 'removed')).toHaveLength(1500);
  expect(rows.filter((row) => row.kind === 'added')).toHaveLength(1500);
});
