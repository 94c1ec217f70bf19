import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/error-text';
import { download } from '../lib/browser/download';
import { fileName } from '../lib/files/file-name';
import { newId } from '../lib/new-id';
import { toast } from '../ui/states/toast';
import type { PackedBase } from './archive/archive.worker';
import { packBaseInWorker } from './archive/run-archive';

/** Makes the zip; `onProgress` says how far the part is that takes long. */
type Packing = (
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
) => Promise<PackedBase>;

/** Downloads a zip that is made meanwhile. The author sees how far it is, and may end it. */
export function useSavedArchive(): (pack: Packing) => void {
  const { t } = useTranslation('library');
  const save = async (pack: Packing) => {
    const canceling = new AbortController();
    const cancel = { label: t('export.cancel'), onSelect: () => canceling.abort() };
    const { signal } = canceling;
    // A message of its own each time: one that is just leaving would take the next one along.
    const id = newId();
    toast.working(id, t('export.working'), cancel);
    try {
      const { bytes, name, nMissing } = await pack((done, total) => {
        if (!signal.aborted) toast.working(id, t('export.progress', { done, total }), cancel);
      }, signal);
      signal.throwIfAborted();
      const file = `${fileName(name)}.zip`;
      download(file, 'application/zip', new Blob([bytes.slice()]));
      toast.success(
        t('export.saved', { name: file }),
        nMissing === 0 ? {} : { description: t('export.missing', { count: nMissing }) },
      );
    } catch (error) {
      if (!signal.aborted) toast.failure(errorText(t, error), { id: 'export-failed' });
    } finally {
      toast.dismiss(id);
    }
  };
  return (pack) => void save(pack);
}

/** Downloads one knowledge base of this browser as a zip. */
export function useExportBase(): (id: string) => void {
  const save = useSavedArchive();
  return (id) => save((onProgress, signal) => packBaseInWorker(id, onProgress, signal));
}
