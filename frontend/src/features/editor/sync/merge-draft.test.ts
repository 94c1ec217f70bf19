import { expect, test } from 'vitest';
import { beginMerge, type Choice, carriedMerge, chosenMerge, writtenMerge } from './merge-draft';

const common = '一\n\n二\n\n三\n';
const mine = '一甲\n\n二甲\n\n三\n';
const theirs = '一乙\n\n二\n\n三乙\n';

test('a_merge_begins_with_the_rest_in_place_and_the_own_pieces', () => {
  const { choices, draft } = beginMerge({ common, mine, theirs });
  expect(choices).toEqual([{ kind: 'choice', mine: '一甲\n', theirs: '一乙\n' }]);
  expect(draft.text).toBe('一甲\n\n二甲\n\n三乙\n');
});

test('pieces_are_taken_wherever_they_have_moved_to', () => {
  const other = { common: 'a\nm\nb\n', mine: 'a1\nm\nb1\n', theirs: 'a2\nm\nb2\n' };
  const { choices, draft } = beginMerge(other);
  const [first, second] = choices as [Choice, Choice];
  const both = chosenMerge(draft, 0, first, 'both');
  expect(both.text).toBe('a1\na2\nm\nb1\n');
  const written = writtenMerge(both, 'top\na1\na2\nm\nb1\n');
  const taken = chosenMerge(written, 1, second, 'theirs');
  expect(taken.text).toBe('top\na1\na2\nm\nb2\n');
  expect(taken.places.map(({ way }) => way)).toEqual(['both', 'theirs']);
  expect(chosenMerge(taken, 0, first, 'theirs').text).toBe('top\na2\nm\nb2\n');
});

test('a_piece_that_was_written_in_is_replaced_as_a_whole', () => {
  const { choices, draft } = beginMerge({ common, mine, theirs });
  const written = writtenMerge(draft, draft.text.replace('一甲', '一甲和更多'));
  expect(written.places).toMatchObject([{ way: null }]);
  expect(chosenMerge(written, 0, choices[0] as Choice, 'theirs').text).toBe(
    '一乙\n\n二甲\n\n三乙\n',
  );
});

test('a_draft_goes_on_when_either_text_was_written_on', () => {
  const { draft } = beginMerge({ common, mine, theirs });
  const written = writtenMerge(draft, '一合\n\n二甲\n\n三乙\n');
  expect(carriedMerge(written, mine, theirs)).toBe(written);
  const later = mine.replace('二甲', '二甲，又');
  expect(carriedMerge(written, later, theirs)?.text).toBe('一合\n\n二甲，又\n\n三乙\n');
  expect(carriedMerge(written, '一丙\n\n二甲\n\n三\n', theirs)).toBeNull();
});
