import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSource } from '../../../engine/source';
import { errorText } from '../../../i18n/error-text';
import { ArchiveError } from '../../../lib/zip';
import { toast } from '../../../ui/toast';
import { keepDataImages } from '../images/local-images';
import { IMPORT_MAX_BYTES, IMPORT_MAX_FILES } from './backup/dropped-files';
import { type ImportFile, planImport } from './backup/plan-import';
import { unpackInWorker } from './backup/run-archive';
import { useLibrary, useUndoToast } from './library-context';
import { TaskContext } from './task-context';

/** Most damaged files that a message names. */
const DAMAGED_NAMED = 5;

/** Imports files: Markdown and text become posts, a backup opens the dialog to restore it. */
export function useImport(): (read: () => Promise<ImportFile[]>) => void {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const openTask = useContext(TaskContext);
  const undoToast = useUndoToast();

  const takeIn = async (read: () => Promise<ImportFile[]>) => {
    toast.working('import', t('import.working'));
    try {
      const chosen = await read();
      checkAmount(chosen);
      const files: ImportFile[] = [];
      for (const file of chosen) {
        if (!/\.zip$/i.test(file.path)) files.push(file);
        else {
          const unpacked = await unpackInWorker(file.bytes);
          if (unpacked.kind === 'backup') {
            openTask({ ...unpacked, kind: 'restore' });
            return;
          }
          files.push(...unpacked.files);
        }
      }
      checkAmount(files);
      await importPosts(files);
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'import-failed' });
    } finally {
      toast.dismiss('import');
    }
  };
  const importPosts = async (files: ImportFile[]) => {
    const { parseFrontMatter } = await loadSource();
    const plan = planImport(files, (text) => parseFrontMatter(text).frontMatter);
    if (plan.posts.length === 0) {
      toast.failure(t('import.none'), { id: 'import-failed' });
      return;
    }
    for (const post of plan.posts) post.content = await keepDataImages(post.content);
    const undo = await library.bulk.importPosts(plan.posts);
    const done = t('import.done', { count: plan.posts.length });
    const more = [
      ...(plan.skipped.length === 0 ? [] : [t('import.skipped', { count: plan.skipped.length })]),
      ...plan.damaged.slice(0, DAMAGED_NAMED).map((name) => t('import.damaged', { name })),
    ];
    undoToast(done, undo, more.length === 0 ? undefined : more.join('\n'));
  };
  return (read) => void takeIn(read);
}

function checkAmount(files: readonly ImportFile[]): void {
  if (files.length > IMPORT_MAX_FILES) {
    throw new ArchiveError('archive.tooMany', String(files.length));
  }
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes.length;
    if (bytes > IMPORT_MAX_BYTES) throw new ArchiveError('archive.tooLarge', file.path);
  }
}
