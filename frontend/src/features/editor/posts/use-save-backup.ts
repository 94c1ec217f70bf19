import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { localDay } from '../../../lib/dates';
import { download } from '../../../lib/download';
import { toast } from '../../../ui/toast';
import { packInWorker } from './backup/run-archive';
import { useLibrary } from './library-context';

/** Downloads one zip with everything. */
export function useSaveBackup(): () => void {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const save = async () => {
    toast.working('backup', t('backup.working'));
    try {
      const bytes = await packInWorker(await library.bulk.readAll());
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
