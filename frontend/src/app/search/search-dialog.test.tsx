// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { closeDatabase } from '../../storage/db';
import { readFirstData } from '../../storage/first-data';
import type { Found, PostSearch } from '../../storage/search/search-posts';
import { takeTabPlace } from '../../storage/selection';
import { SearchDialog } from './search-dialog';

const { find } = vi.hoisted(() => ({
  find: vi.fn<(search: PostSearch, signal: AbortSignal) => Promise<Found | null>>(),
}));
vi.mock('../../storage/search/run-search', () => ({
  SEARCH_DEBOUNCE_MS: 20,
  PostFinder: class {
    find = find;
    close() {}
  },
}));

beforeEach(() => {
  find.mockReset();
  vi.stubGlobal('indexedDB', new IDBFactory());
  Element.prototype.scrollIntoView = vi.fn();
  Element.prototype.scrollTo = vi.fn();
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

/** The search over a library with one article. Answers the article's ID. */
async function openSearch(): Promise<string> {
  const { post } = await readFirstData({
    knowledgeBaseName: '我的库',
    knowledgeBaseDescription: '',
    postTitle: '选纸',
    content: async () => '一行\n宣纸吃墨',
  });
  const router = createMemoryRouter([
    { path: '/', element: <SearchDialog onClose={() => undefined} /> },
    { path: '/md', element: <p>editor</p> },
  ]);
  render(
    <I18nextProvider i18n={await startI18n('zh-CN')}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  await screen.findByRole('option', { name: /选纸/ });
  return post?.id ?? '';
}

const type = (value: string) =>
  fireEvent.change(screen.getByRole('combobox'), { target: { value } });

const textWith = (id: string, found: string): Found => ({
  nPosts: 1,
  nMatches: 1,
  posts: [
    {
      id,
      title: '选纸',
      knowledgeBaseId: '',
      categoryId: '',
      count: 1,
      bodyLine: 1,
      matches: [{ line: 2, column: 2, before: '宣纸', found, after: '墨', replaced: '' }],
    },
  ],
});

test('the_answer_to_an_earlier_query_is_dropped', async () => {
  const id = await openSearch();
  find.mockResolvedValueOnce(textWith(id, '吃'));
  type('吃');
  await screen.findByText('吃', { selector: 'mark' });
  let answerLate: (found: Found) => void = () => undefined;
  find.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answerLate = resolve;
      }),
  );
  type('吃墨');
  // It is no match of what is typed now.
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.getByText('正在搜索…')).toBeDefined();
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('option')).toBeNull();
  find.mockResolvedValueOnce({ nPosts: 0, nMatches: 0, posts: [] });
  type('吃饭');
  answerLate(textWith(id, '吃墨'));
  await screen.findByText('没有找到“吃饭”');
  expect(screen.queryByRole('option')).toBeNull();
  expect(find.mock.calls.map(([{ query }]) => query)).toEqual(['吃', '吃墨', '吃饭']);
});

test('texts_are_searched_when_typing_pauses_and_a_match_is_handed_to_the_editor', async () => {
  const id = await openSearch();
  find.mockResolvedValue(textWith(id, '吃'));
  type('x');
  type('吃');
  await screen.findByText('吃', { selector: 'mark' });
  const hit = screen.getByRole('option');
  expect(find).toHaveBeenCalledTimes(1);
  expect(hit.textContent).toBe('选纸我的库 / docs宣纸吃墨');
  fireEvent.click(hit);
  await screen.findByText('editor');
  expect(takeTabPlace(id)).toMatchObject({ line: 2, column: 2, found: '吃' });
});

test('a_search_of_texts_that_fails_says_so_and_titles_are_found_all_the_same', async () => {
  await openSearch();
  find.mockRejectedValue(new Error('broken'));
  type('xz');
  expect(await screen.findByRole('option', { name: /选纸/ })).toBeDefined();
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''));
});
