import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PREVIEW_MIN_PX } from '../../config/constants';
import { CodeCache, openHighlightWorker } from '../../engine/code-cache';
import { Diagrams } from '../../engine/diagrams/diagrams';
import { whenIdle } from '../../lib/browser/when-idle';
import { classNames } from '../../lib/class-names';
import { listBinned } from '../../storage/base-bin';
import { listBinnedPosts } from '../../storage/post-bin';
import { readDropped } from '../../transfer/import/dropped-files';
import { PanelBoundary } from '../../ui/states/panel-boundary';
import { barOverToasts } from '../../ui/states/toast-place';
import { AiSession } from './ai/ai-session';
import { AiContext } from './ai/use-ai';
import { CommandBar } from './commands/command-bar';
import { CommandProvider } from './commands/command-provider';
import { useKeys } from './commands/use-keys';
import { Dialogs } from './dialogs/dialogs';
import { useEditor, useWorkbench, WorkbenchProvider } from './editor-context';
import { forwardCopyToMp } from './export/copy-to-mp';
import type { ExportParts } from './export/export-article';
import { ExportPartsContext } from './export/parts-context';
import { ExportsContext, useExports, usePageExports } from './export/use-exports';
import { FindBar } from './find/find-bar';
import { EditorHeader } from './header/editor-header';
import { Images } from './images/images';
import { ImagesContext, useImages } from './images/use-images';
import { usePaneLayout } from './panes/pane-layout';
import { PaneSplitter } from './panes/pane-splitter';
import { useImport } from './posts/import/use-import';
import type { Library } from './posts/library/library';
import { LibraryProvider, useLibrary } from './posts/library/library-context';
import { useTabPlace } from './posts/library/show-place';
import { NoPost, ReadOnlyBanner } from './posts/post/post-access';
import { DocumentsDrawer, DocumentsSidebar } from './posts/sidebar/documents';
import { PostTasks } from './posts/tasks/post-tasks';
import { PreviewPane } from './preview-pane/preview-pane';
import { RightSidebar } from './sidebar/right-sidebar';
import { SourcePane } from './source-pane';
import { SaveProblems } from './status/save-problems';
import { StatusBar } from './status/status-bar';
import { useSyncParts } from './sync-slots';
import { useSaveOnLeave } from './use-save-on-leave';
import { useLoadedSyncParts } from './use-sync-parts';
import type { Workbench } from './workbench';

/** The editor: text on one side, the finished article on the other. */
export function EditorPage({ workbench, library }: { workbench: Workbench; library: Library }) {
  const [parts] = useState<ExportParts>(() => ({
    code: new CodeCache(openHighlightWorker),
    diagrams: new Diagrams(),
  }));
  const [ai] = useState(() => new AiSession(workbench));
  const [images] = useState(() => new Images(workbench));
  useSaveOnLeave(workbench);
  useEffect(() => ai.keep(), [ai]);
  return (
    <WorkbenchProvider workbench={workbench}>
      <LibraryProvider library={library}>
        <ExportPartsContext value={parts}>
          <ImagesContext value={images}>
            <AiContext value={ai}>
              <WithExports parts={parts}>
                <PostTasks>
                  <CommandProvider>
                    <PanelBoundary>
                      <Screen parts={parts} />
                    </PanelBoundary>
                    <PanelBoundary>
                      <Dialogs />
                    </PanelBoundary>
                  </CommandProvider>
                </PostTasks>
              </WithExports>
            </AiContext>
          </ImagesContext>
        </ExportPartsContext>
        <PanelBoundary>
          <SaveProblems />
        </PanelBoundary>
      </LibraryProvider>
    </WorkbenchProvider>
  );
}

function WithExports({ parts, children }: { parts: ExportParts; children: ReactNode }) {
  return <ExportsContext value={useExports(parts)}>{children}</ExportsContext>;
}

/** What the screen does beside showing its panes. */
function useScreen(parts: ExportParts, isMobile: boolean): void {
  const { i18n } = useTranslation();
  const images = useImages();
  const workbench = useWorkbench();
  const mobilePane = useEditor((state) => state.mobilePane);
  useLoadedSyncParts(workbench);
  useKeys();
  useTabPlace(workbench);
  useEffect(() => forwardCopyToMp(), []);
  useEffect(() => {
    void workbench.view.sourceReady.then(() =>
      whenIdle(() => {
        parts.code.warmUp();
        void workbench.renderer.prepareExport();
        // What fails is tried again at the next start.
        images.sweep().catch(() => undefined);
        listBinnedPosts().catch(() => undefined);
        listBinned().catch(() => undefined);
      }, 2000),
    );
  }, [images, parts, workbench]);
  useEffect(() => {
    if (workbench.settings.isMobile !== isMobile) workbench.changeSettings({ isMobile });
  }, [isMobile, workbench]);
  useEffect(() => {
    if (isMobile && mobilePane === 'preview') workbench.view.showCursor();
  }, [isMobile, mobilePane, workbench]);
  useEffect(() => {
    workbench.setLocale(i18n.language === 'en' ? 'en' : 'zh-CN');
    // Asked for again by each copy, which says what is missing.
    workbench.view.prepareCodeThemes({ isUrgent: false }).catch(() => undefined);
  }, [i18n.language, workbench]);
}

function Screen({ parts }: { parts: ExportParts }) {
  const library = useLibrary();
  const { t } = useTranslation('editor');
  const { isMobile, areDocumentsOver, isPanelOver } = usePaneLayout();
  const isEditOnLeft = useEditor((state) => state.settings.isEditOnLeft);
  const isPostsOpen = useEditor((state) => state.settings.is_open_post_slider);
  const mobilePane = useEditor((state) => state.mobilePane);
  const share = useEditor((state) => state.settings.source_share);
  const exports = usePageExports();
  const takeIn = useImport();
  const sync = useSyncParts();
  useScreen(parts, isMobile);
  return (
    <div className="flex h-dvh flex-col bg-surface pt-(--inset-top) pb-(--inset-bottom) short:overflow-y-auto">
      <PageTitle />
      <SkipLink />
      <PanelBoundary>
        <EditorHeader isCompact={isMobile} areDocumentsOver={areDocumentsOver} />
      </PanelBoundary>
      {isMobile && <PaneTabs />}
      <div className="flex min-h-0 grow short:h-dvh short:shrink-0 short:grow-0">
        {isPostsOpen && !areDocumentsOver && (
          <PanelBoundary>
            <DocumentsSidebar />
          </PanelBoundary>
        )}
        <main
          className={classNames(
            'relative flex min-h-0 min-w-0 grow',
            !isEditOnLeft && !isMobile && 'flex-row-reverse',
          )}
        >
          <section
            aria-label={t('panes.edit')}
            className={classNames(
              'relative flex min-w-0 basis-0 flex-col md:min-w-60',
              isMobile && mobilePane !== 'edit' && 'hidden',
            )}
            style={{ flexGrow: isMobile ? 1 : share }}
          >
            <div ref={barOverToasts} className="flex shrink-0 flex-col">
              <PanelBoundary>
                <ReadOnlyBanner />
                {sync !== null && <sync.PostNotice />}
                <CommandBar />
                <FindBar />
              </PanelBoundary>
            </div>
            <PanelBoundary>
              <SourcePane onFiles={(dropped) => takeIn(() => readDropped(dropped))} />
              <NoPost />
            </PanelBoundary>
          </section>
          {!isMobile && <PaneSplitter />}
          <div
            className={classNames(
              'min-w-0 basis-0',
              isMobile && mobilePane !== 'preview' && 'hidden',
            )}
            style={isMobile ? { flexGrow: 1 } : { flexGrow: 100 - share, minWidth: PREVIEW_MIN_PX }}
          >
            <PanelBoundary>
              <PreviewPane
                parts={parts}
                onCopyPart={exports.copyPart}
                onLink={(href) => void library.followLink(href)}
              />
            </PanelBoundary>
          </div>
          <PanelBoundary>
            <RightSidebar
              isSourceOnLeft={isEditOnLeft}
              form={isMobile ? 'sheet' : isPanelOver ? 'over' : 'beside'}
            />
          </PanelBoundary>
        </main>
      </div>
      <PanelBoundary>
        <StatusBar />
      </PanelBoundary>
      {areDocumentsOver && (
        <PanelBoundary>
          <DocumentsDrawer />
        </PanelBoundary>
      )}
      {sync !== null && (
        <PanelBoundary>
          <sync.Background />
        </PanelBoundary>
      )}
    </div>
  );
}

/** The name of the article as the title of the page. It stands alone, so that typing a title renders little else. */
function PageTitle() {
  const { t } = useTranslation(['editor', 'app']);
  const workbench = useWorkbench();
  const title = useEditor(() => workbench.name) || t('page.title');
  useEffect(() => {
    document.title = `${title} · ${t('app:name')}`;
  }, [t, title]);
  return null;
}

/** The first Tab stop: skips the buttons and goes to the text. */
function SkipLink() {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  return (
    <button
      type="button"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2 focus:text-accent-text focus:shadow-popup"
      onClick={() => workbench.source?.focus()}
    >
      {t('page.skip')}
    </button>
  );
}

function PaneTabs() {
  const { t } = useTranslation('editor');
  const { store } = useWorkbench();
  const pane = useEditor((state) => state.mobilePane);
  const tab =
    'h-11 grow basis-0 font-medium text-ink-faint text-base data-active:text-ink aria-selected:text-ink';
  return (
    <Tabs.Root
      render={<nav aria-label={t('panes.label')} />}
      value={pane}
      onValueChange={(value) =>
        store.set({ mobilePane: value as 'edit' | 'preview', paneBeforeSheet: null })
      }
    >
      <Tabs.List
        ref={barOverToasts}
        className="relative flex border-line border-b bg-surface"
        activateOnFocus
      >
        <Tabs.Tab value="edit" className={tab}>
          {t('panes.edit')}
        </Tabs.Tab>
        <Tabs.Tab value="preview" className={tab}>
          {t('panes.preview')}
        </Tabs.Tab>
        <Tabs.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-accent-text transition-[left] duration-150" />
      </Tabs.List>
    </Tabs.Root>
  );
}
