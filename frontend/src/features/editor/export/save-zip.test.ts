// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { download } from '../../../lib/browser/download';
import type { Workbench } from '../workbench';
import { saveZip } from './save-zip';

vi.mock('../../../lib/browser/download', () => ({ download: vi.fn() }));

test('the_archive_is_called_as_the_article_in_the_list', async () => {
  const article = { text: '# 标题', name: '列表里的名字', title: '标题' };
  await saveZip(article as unknown as Workbench);
  expect(vi.mocked(download).mock.calls[0]?.[0]).toBe('列表里的名字.zip');
});
