import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../../../../transfer/import/import-dialog';
import type { ImportFile } from '../../../../transfer/import/model';
import { useDocuments, useIsArchived, useLibrary, useUndoToast } from '../library/library-context';
import { TaskContext } from '../tasks/task-context';

interface ImportTaskProps {
  files: ImportFile[];
  /** The author chose a backup to restore. */
  isRestore: boolean;
  onClose: () => void;
}

/** The dialog of an import, for the editor's documents. */
export function ImportTask({ files, isRestore, onClose }: ImportTaskProps) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const openTask = useContext(TaskContext);
  const undoToast = useUndoToast();
  const id = useDocuments((state) => state.knowledgeBaseId);
  const categoryId = useDocuments((state) => state.categoryId);
  const isArchived = useIsArchived();
  return (
    <ImportDialog
      files={files}
      title={isRestore ? t('backup.title') : undefined}
      here={isArchived ? null : { kind: 'base', id, categoryId }}
      onWritten={async (records, count) => {
        const undo = await library.bulk.takeIn(records);
        undoToast(t('import.done', { count }), undo);
      }}
      onBackup={(backup) => openTask({ ...backup, kind: 'restore' })}
      onClose={onClose}
    />
  );
}
