import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach } from 'vitest';
import type { Locale } from '../config/constants';
import { WorkbenchProvider } from '../features/editor/editor-context';
import type { Library } from '../features/editor/posts/library/library';
import type { Workbench } from '../features/editor/workbench';
import { startI18n } from '../i18n';
import { type RunningLibrary, startLibrary, stopLibrary } from './editor-library';

/** A part of the editor over real documents, begun anew before each test of the file that calls {@link editorScreen}. */
interface EditorScreen {
  readonly library: Library;
  readonly workbench: Workbench;
  show: (part: ReactNode, locale?: Locale) => Promise<void>;
}

export function editorScreen(): EditorScreen {
  let running: RunningLibrary;
  beforeEach(async () => {
    running = await startLibrary();
  });
  afterEach(async () => {
    cleanup();
    await stopLibrary(running);
  });
  return {
    get library() {
      return running.library;
    },
    get workbench() {
      return running.workbench;
    },
    async show(part, locale = 'zh-CN') {
      render(
        <I18nextProvider i18n={await startI18n(locale)}>
          <MemoryRouter>
            <WorkbenchProvider workbench={running.workbench}>{part}</WorkbenchProvider>
          </MemoryRouter>
        </I18nextProvider>,
      );
    },
  };
}
