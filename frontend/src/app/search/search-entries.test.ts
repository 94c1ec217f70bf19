import { expect, test } from 'vitest';
import { findEntries } from './search-entries';

const entries = [
  { to: '/md', label: 'Markdown 编辑器', also: 'editor write 写作' },
  { to: '/#pricing', label: '版本与定价', also: 'pricing plans 价格' },
];

test('every_word_must_be_found_in_a_name_or_its_other_words', () => {
  expect(findEntries(entries, '').length).toBe(2);
  expect(findEntries(entries, 'EDITOR 写作').map((entry) => entry.to)).toEqual(['/md']);
  expect(findEntries(entries, '价').map((entry) => entry.to)).toEqual(['/#pricing']);
  expect(findEntries(entries, '价 写作')).toEqual([]);
});
