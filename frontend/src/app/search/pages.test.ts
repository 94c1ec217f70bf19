import { expect, test } from 'vitest';
import { findPages } from './pages';

const pages = [
  { to: '/md', label: 'Markdown 编辑器', also: 'editor write 写作' },
  { to: '/#pricing', label: '版本与定价', also: 'pricing plans 价格' },
];

test('every_word_must_be_found_in_a_name_or_its_other_words', () => {
  expect(findPages(pages, '').length).toBe(2);
  expect(findPages(pages, 'EDITOR 写作').map(({ to }) => to)).toEqual(['/md']);
  expect(findPages(pages, '价').map(({ to }) => to)).toEqual(['/#pricing']);
  expect(findPages(pages, '价 写作')).toEqual([]);
});
