import { expect, test } from 'vitest';
import { TextPlace } from './text-place';

/** Where the place between `[` and `]` of `before` is in `after`, marked in the same way. */
function followed(before: string, after: string): string {
  const start = before.indexOf('[');
  const place = new TextPlace(start, before.indexOf(']') - 1);
  place.follow(before.replace(/[[\]]/g, ''), after);
  return `${after.slice(0, place.start)}[${after.slice(place.start, place.end)}]${after.slice(place.end)}`;
}

test('a_place_moves_with_what_is_written_before_it', () => {
  expect(followed('一二[三]四', '零一二三四')).toBe('零一二[三]四');
  expect(followed('一二[三]四', '三四')).toBe('[三]四');
});

test('what_is_written_at_a_place_or_behind_it_stays_behind_it', () => {
  expect(followed('一[]', '一二')).toBe('一[]二');
  expect(followed('一[]二', '一三二')).toBe('一[]三二');
  expect(followed('[一]二', '一二三')).toBe('[一]二三');
});

test('a_place_whose_text_is_replaced_is_where_the_text_was', () => {
  expect(followed('一[二]三', '一四三')).toBe('一[]四三');
  expect(followed('一[二三]四', '一四')).toBe('一[]四');
  expect(followed('一[二三]四', '一二五三四')).toBe('一[]二五三四');
  expect(followed('一二[三四]', '一五四')).toBe('一[]五四');
});
