// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { type RunningLibrary, startLibrary, stopLibrary } from '../../../testing/editor-library';
import { WorkbenchProvider } from '../editor-context';
import type { ExportedArticle, ExportParts } from './export-article';
import { useExports } from './use-exports';

const exportArticle = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('./export-article', () => ({ exportArticle }));

const ARTICLE = {
  html: '<p>字</p>',
  text: '字',
  findings: [],
  unfilled: [],
  nPictures: 0,
  source: { postId: '甲', text: '字', blocks: [{}], startLines: [1] },
} as unknown as ExportedArticle;

let running: RunningLibrary;

async function exportsOfPage() {
  const i18n = await startI18n('zh-CN');
  const { result } = renderHook(() => useExports({} as ExportParts), {
    wrapper: ({ children }) => (
      <I18nextProvider i18n={i18n}>
        <WorkbenchProvider workbench={running.workbench}>{children}</WorkbenchProvider>
      </I18nextProvider>
    ),
  });
  return result;
}

beforeEach(async () => {
  exportArticle.mockReset().mockResolvedValue(ARTICLE);
  running = await startLibrary();
});
afterEach(async () => {
  cleanup();
  await stopLibrary(running);
});

test('findings_that_are_shown_are_checked_again', async () => {
  const page = await exportsOfPage();
  await act(() => page.current.check());
  const first = page.current.checked;
  await act(() => page.current.recheck());
  expect(page.current.checked).not.toBe(first);
  expect(page.current.checked?.exported).toBe(ARTICLE);
});

test('findings_that_were_closed_do_not_come_back', async () => {
  const page = await exportsOfPage();
  await act(() => page.current.check());
  act(() => page.current.closeCheck());
  await act(() => page.current.recheck());
  expect(page.current.checked).toBeNull();
  expect(exportArticle).toHaveBeenCalledOnce();
});

test('findings_that_are_closed_while_they_are_checked_again_do_not_come_back', async () => {
  const page = await exportsOfPage();
  await act(() => page.current.check());
  let arrive = (_: unknown) => {};
  exportArticle.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  let again = Promise.resolve();
  act(() => {
    again = page.current.recheck();
  });
  act(() => page.current.closeCheck());
  arrive(ARTICLE);
  await act(() => again);
  expect(page.current.checked).toBeNull();
});
