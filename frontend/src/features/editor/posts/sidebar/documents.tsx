import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { useEditor, useWorkbench } from '../../editor-context';
import { DropImport } from '../import/drop-import';
import { useDocuments } from '../library/library-context';
import { FrontMatterPanel } from '../post/front-matter-panel';
import { PostTree } from '../tree/post-tree';
import { type Naming, NamingContext } from '../tree/use-create-post';
import { DocumentsHeader } from './documents-header';
import { LibraryFailed } from './library-failed';
import { SidebarResizer } from './sidebar-resizer';

/** The documents beside the text. */
export function DocumentsSidebar() {
  const { t } = useTranslation('library');
  const width = useEditor((state) => state.settings.post_slider_width);
  return (
    <aside
      aria-label={t('pane.title')}
      className="relative flex shrink-0 flex-col bg-surface"
      style={{ width }}
    >
      <h2 className="flex h-10 shrink-0 items-center border-line border-b px-4 font-medium text-sm">
        {t('pane.title')}
      </h2>
      <Documents />
      <SidebarResizer />
    </aside>
  );
}

/** The documents over the page, in a narrow window. */
export function DocumentsDrawer() {
  const { t } = useTranslation('library');
  const { store } = useWorkbench();
  const isOpen = useEditor((state) => state.isPostDrawerOpen);
  return (
    <Dialog
      form="drawer"
      hasInput={false}
      isOpen={isOpen}
      onOpenChange={(isPostDrawerOpen) => store.set({ isPostDrawerOpen })}
      title={t('pane.title')}
    >
      <Documents />
    </Dialog>
  );
}

function Documents() {
  const status = useDocuments((state) => state.status);
  const [naming, name] = useState<Naming | null>(null);
  if (status === 'failed') return <LibraryFailed />;
  return (
    <NamingContext value={{ naming, name }}>
      <DropImport>
        <DocumentsHeader />
        <PostTree />
        <FrontMatterPanel />
      </DropImport>
    </NamingContext>
  );
}
