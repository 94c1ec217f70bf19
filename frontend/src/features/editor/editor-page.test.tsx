// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { closeDatabase } from '../../storage/db';
import { readFirstData } from '../../storage/first-data';
import { fakeModule } from '../../testing/fake-engine';
import { CommandBar } from './commands/command-bar';
import { useEditor } from './editor-context';
import { EditorPage } from './editor-page';
import { EditorHeader } from './header/editor-header';
import { Library } from './posts/library/library';
import { DocumentsDrawer } from './posts/sidebar/documents';
import { PreviewPane } from './preview-pane/preview-pane';
import { SourcePane } from './source-pane';
import { StatusBar } from './status/status-bar';
import { Workbench } from './workbench';

vi.mock('../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
vi.mock('../../engine/code-cache');
vi.mock('./commands/command-bar', () => ({ CommandBar: vi.fn(() => null) }));
vi.mock('./header/editor-header', () => ({ EditorHeader: vi.fn(() => null) }));
// The window is narrow: the documents are a drawer.
vi.mock('./posts/sidebar/documents', () => ({ DocumentsDrawer: vi.fn(() => null) }));
vi.mock('./preview-pane/preview-pane', () => ({ PreviewPane: vi.fn(() => null) }));
vi.mock('./source-pane', () => ({ SourcePane: vi.fn(() => null) }));
vi.mock('./status/status-bar', () => ({ StatusBar: vi.fn(() => null) }));

let workbench: Workbench;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const words = { knowledgeBaseName: '库', knowledgeBaseDescription: '', postTitle: '内容 1' };
  const data = await readFirstData({ ...words, content: async () => '甲' });
  workbench = new Workbench(data, fakeModule(), 'zh-CN');
});
afterEach(async () => {
  cleanup();
  await workbench.session.close().catch(() => false);
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('what_stands_around_the_text_is_not_rendered_again_for_the_source_editor', async () => {
  vi.mocked(SourcePane).mockImplementation(() => {
    useEditor((state) => state.isPreviewShown);
    return <div />;
  });
  const i18n = await startI18n('zh-CN');
  const library = new Library(workbench);
  await act(async () =>
    render(
      <I18nextProvider i18n={i18n}>
        <EditorPage workbench={workbench} library={library} />
      </I18nextProvider>,
    ),
  );
  const around = [EditorHeader, DocumentsDrawer, CommandBar, PreviewPane, StatusBar];
  for (const part of around) {
    expect(part).toHaveBeenCalled();
    vi.mocked(part).mockClear();
  }
  vi.mocked(SourcePane).mockClear();
  act(() => workbench.store.set({ isPreviewShown: true }));
  expect(SourcePane).toHaveBeenCalledTimes(1);
  for (const part of around) expect(part).not.toHaveBeenCalled();
});
