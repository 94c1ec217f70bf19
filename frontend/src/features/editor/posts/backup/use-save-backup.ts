import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../i18n/error-text';
import { download } from '../../../../lib/browser/download';
import { localDay } from '../../../../lib/time/dates';
import { heldSnapshot, type LibrarySnapshot } from '../../../../storage/library-snapshot';
import { packInWorker } from '../../../../transfer/archive/run-archive';
import { imagesOf } from '../../../../transfer/local-images';
import { toast } from '../../../../ui/states/toast';
import { useWorkbench } from '../../editor-context';
import { useLibrary } from '../library/library-context';

/** Downloads one zip with everything. */
export function useSaveBackup(): () => void {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const save = async () => {
    toast.working('backup', t('backup.working'));
    try {
      const all = await library.bulk.readAll();
      const bytes = await packInWorker(all, await imagesOf(textsOf(all)));
      const name = `moyan-${localDay(new Date())}.zip`;
      download(name, 'application/zip', new Blob([bytes]));
      toast.success(t('backup.saved', { name }));
    } catch (error) {
      toast.failure(errorText(t, error));
    } finally {
      toast.dismiss('backup');
    }
  };
  return () => void save();
}

/** Downloads one zip with what this page holds: what the database had, and the text on screen. */
export function useSaveHeld(): () => void {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const save = async () => {
    try {
      const { post, text } = workbench;
      const all = heldSnapshot(post === null ? null : { ...post, content: text });
      const images = await imagesOf(textsOf(all)).catch(() => new Map<string, never>());
      const bytes = await packInWorker(all, images);
      const name = `moyan-${localDay(new Date())}.zip`;
      download(name, 'application/zip', new Blob([bytes]));
      toast.success(t('backup.saved', { name }));
    } catch (error) {
      toast.failure(errorText(t, error));
    }
  };
  return () => void save();
}

/** Every text of the library, past ones too. */
function textsOf({ posts }: LibrarySnapshot): string[] {
  return posts.flatMap(({ content, history }) => [content, ...history.map((one) => one.content)]);
}
