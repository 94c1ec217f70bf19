import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/error-text';
import { download } from '../lib/download';
import { fileName } from '../lib/file-name';
import { toast } from '../ui/toast';
import { packBaseInWorker } from './archive/run-archive';

/** Downloads one knowledge base as a zip. */
export function useExportBase(): (id: string) => void {
  const { t } = useTranslation('library');
  const save = async (id: string) => {
    toast.working('export', t('export.working'));
    try {
      const { bytes, name, nMissing } = await packBaseInWorker(id);
      const file = `${fileName(name)}.zip`;
      download(file, 'application/zip', new Blob([bytes.slice()]));
      toast.success(
        t('export.saved', { name: file }),
        nMissing === 0 ? {} : { description: t('export.missing', { count: nMissing }) },
      );
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'export-failed' });
    } finally {
      toast.dismiss('export');
    }
  };
  return (id) => void save(id);
}
