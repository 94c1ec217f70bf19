import { expect, test } from 'vitest';
import type { Edit, Selected } from '../source-editor';
import { eachEdit } from './each-edit';

const text = '一 二 三';
const at = (start: number, end = start + 1): Selected => ({ text, start, end });

function bold({ text, start, end }: Selected): Edit {
  const insert = `**${text.slice(start, end)}**`;
  return { from: start, to: end, insert, selectStart: start + 2, selectEnd: end + 2 };
}

test('edits_are_selected_where_they_are_when_all_are_made', () => {
  const edits = eachEdit([at(4), at(0)], bold);
  expect(edits?.map(({ selectStart, selectEnd }) => [selectStart, selectEnd])).toEqual([
    [10, 11],
    [2, 3],
  ]);
});

test('edits_that_meet_are_not_made_together', () => {
  const line = ({ start }: Selected): Edit => ({
    from: 0,
    to: start,
    insert: '',
    selectStart: 0,
    selectEnd: 0,
  });
  expect(eachEdit([at(2), at(4)], line)).toBeNull();
  expect(eachEdit([at(2)], line)).toHaveLength(1);
});

test('edits_are_made_together_only_where_each_selection_has_one', () => {
  expect(
    eachEdit([at(0), at(4)], (selected) => (selected.start === 0 ? bold(selected) : null)),
  ).toBeNull();
  expect(eachEdit([], bold)).toBeNull();
});
