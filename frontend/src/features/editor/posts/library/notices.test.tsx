// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, test, vi } from 'vitest';
import { startI18n } from '../../../../i18n';
import { startLibrary, stopLibrary } from '../../../../testing/editor-library';
import { cleanupToasts } from '../../../../testing/toasts';
import { Toaster } from '../../../../ui/states/toast';
import { WorkbenchProvider } from '../../editor-context';
import { LibraryProvider } from './library-context';

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
afterEach(cleanupToasts);

test('a_merge_of_the_open_article_is_told', async () => {
  const running = await startLibrary();
  render(
    <I18nextProvider i18n={await startI18n('zh-CN')}>
      <WorkbenchProvider workbench={running.workbench}>
        <LibraryProvider library={running.library}>
          <Toaster isDark={false} />
        </LibraryProvider>
      </WorkbenchProvider>
    </I18nextProvider>,
  );
  running.library.store.set({ notice: { kind: 'merged' } });
  await screen.findByText('已合入另一台设备的修改');
  await cleanupToasts();
  await stopLibrary(running);
});
