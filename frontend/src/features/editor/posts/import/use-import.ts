import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../../i18n';
import { errorText } from '../../../../i18n/error-text';
import { loadPart } from '../../../../lib/browser/load-part';
import type { ImportFile } from '../../../../transfer/import/model';
import { toast } from '../../../../ui/states/toast';
import { useLibrary, useUndoToast } from '../library/library-context';
import { TaskContext } from '../tasks/task-context';
import { importNotes } from './import-notes';

/**
 * Imports files. A folder or an archive is looked at first, in a dialog; single texts go to the category that is open
 * at once, and one undo takes them back. With `isRestore` the dialog is about a backup.
 */
export function useImport(isRestore = false): (read: () => Promise<ImportFile[]>) => void {
  const { t, i18n } = useTranslation('library');
  const library = useLibrary();
  const openTask = useContext(TaskContext);
  const undoToast = useUndoToast();

  const takeIn = async (read: () => Promise<ImportFile[]>) => {
    toast.working('import', t('import.working'));
    try {
      const files = await read();
      if (files.some(isCollection)) openTask({ kind: 'import', files, isRestore });
      else await importTexts(files);
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'import-failed' });
    } finally {
      toast.dismiss('import');
    }
  };
  const importTexts = async (files: ImportFile[]) => {
    library.requireActive();
    const { knowledgeBaseId, categoryId } = library.store.get();
    // Most authors never import: the code is fetched when one does.
    const { ImportSession } = await loadPart(
      () => import('../../../../transfer/import/import-session'),
    );
    const session = new ImportSession(() => undefined);
    try {
      const { recognized } = await session.read(files);
      const target = { kind: 'base', id: knowledgeBaseId, categoryId } as const;
      // Links of a single note lead to notes that are elsewhere: they stay as they are.
      const kind = recognized === 'obsidian' ? 'markdown' : null;
      const report = await session.plan({ kind, target });
      if (report.nDocuments === 0) {
        const description = importNotes(t, localeOf(i18n), report);
        toast.failure(t('import.none'), {
          id: 'import-failed',
          ...(description === undefined ? {} : { description }),
        });
        return;
      }
      const undo = await library.bulk.takeIn(await session.commit());
      undoToast(
        t('import.done', { count: report.nDocuments }),
        undo,
        importNotes(t, localeOf(i18n), report),
      );
    } finally {
      session.end();
    }
  };
  return (read) => void takeIn(read);
}

/** A file in a folder, or an archive. */
function isCollection({ path }: ImportFile): boolean {
  return path.includes('/') || /\.zip$/i.test(path);
}
