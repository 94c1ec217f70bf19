// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetLoss, libraryLoss } from '../../../../storage/library-loss';
import { editorScreen } from '../../../../testing/editor-screen';
import { BinDialog } from './bin-dialog';
import { LossDialog } from './loss-dialog';

const editor = editorScreen();

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
vi.mock('../library/library-context', () => ({ useLibrary: () => editor.library }));

afterEach(() => {
  forgetLoss();
  libraryLoss.set({ trouble: null });
});

test('an_empty_bin_says_so', async () => {
  await editor.show(<BinDialog onClose={() => undefined} />);
  await screen.findByText('最近 30 天没有删除过文章。');
  expect(screen.queryByRole('button', { name: '全部清空' })).toBeNull();
});

test('an_article_and_a_knowledge_base_come_back_from_the_bin', async () => {
  const id = await editor.library.posts.create(null, '乙');
  await editor.library.posts.delete(id);
  await editor.library.knowledgeBases.createKnowledgeBase('二', '');
  const { knowledgeBaseId } = editor.library.store.get();
  await editor.library.knowledgeBases.deleteKnowledgeBase(knowledgeBaseId);
  await editor.show(<BinDialog onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: '恢复“乙”' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '恢复“乙”' })).toBeNull());
  expect(editor.workbench.post?.id).toBe(id);
  // The row that is left has the focus.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('恢复“二”');
  fireEvent.click(screen.getByRole('button', { name: '恢复“二”' }));
  await screen.findByText('最近 30 天没有删除过文章。');
  expect(editor.library.store.get().knowledgeBases.map(({ name }) => name)).toEqual(['库', '二']);
});

test('what_is_deleted_for_good_is_asked_about_first', async () => {
  const id = await editor.library.posts.create(null, 'B');
  await editor.library.posts.delete(id);
  await editor.show(<BinDialog onClose={() => undefined} />, 'en');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete “B” for good' }));
  const question = await screen.findByRole('dialog', { name: 'Delete “B” for good?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Nothing was deleted in the last 30 days.');
});

const LOSS = {
  posts: [{ id: 'a', title: '丢失的', base: '库' }],
  nGone: 3,
  nKept: 2,
  isSynchronized: true,
};

test('a_loss_is_named_and_what_is_not_stored_yet_is_said', async () => {
  libraryLoss.set({ loss: { kind: 'emptied', ...LOSS } });
  await editor.show(<LossDialog onClose={() => undefined} />);
  await screen.findByText('丢失的');
  screen.getByText('这 3 篇文章已不在此浏览器：');
  screen.getByText('还有 2 篇未列出。');
  screen.getByText('此页中还有的 2 篇文章已重新保存。');
  fireEvent.click(screen.getByRole('button', { name: '知道了' }));
  expect(libraryLoss.get().loss).toBeNull();
});

test('a_loss_of_an_earlier_visit_offers_backup_and_server', async () => {
  libraryLoss.set({ loss: { kind: 'evicted', ...LOSS, nBinned: 1 } });
  await editor.show(<LossDialog onClose={() => undefined} />, 'en');
  await screen.findByText('3 articles are no longer in this browser:');
  screen.getByText('1 item of “Recently deleted” is gone.');
  screen.getByRole('button', { name: 'Restore from a backup…' });
  screen.getByRole('button', { name: 'Log in to add from server' });
  expect(screen.queryByRole('button', { name: 'Download what this page has' })).toBeNull();
});
