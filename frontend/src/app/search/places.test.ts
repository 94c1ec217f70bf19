import { expect, test } from 'vitest';
import { findPlaces } from './places';

const places = [
  { to: '/md', label: 'Markdown 编辑器', also: 'editor write 写作' },
  { to: '/#pricing', label: '版本与定价', also: 'pricing plans 价格' },
];

test('every_word_must_be_found_in_a_name_or_its_other_words', () => {
  expect(findPlaces(places, '').length).toBe(2);
  expect(findPlaces(places, 'EDITOR 写作').map((place) => place.to)).toEqual(['/md']);
  expect(findPlaces(places, '价').map((place) => place.to)).toEqual(['/#pricing']);
  expect(findPlaces(places, '价 写作')).toEqual([]);
});
