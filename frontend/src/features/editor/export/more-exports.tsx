import { FileArchive, GalleryVertical, Printer, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuItem } from '../../../ui/menu';
import { useWorkbench } from '../editor-context';
import { useTakeAlong } from './use-take-along';

/** Items of the export menu beside the files. */
export function MoreExports() {
  const { t } = useTranslation('tools');
  const { store } = useWorkbench();
  const take = useTakeAlong();
  return (
    <>
      <MenuItem icon={FileArchive} onSelect={() => take('zip')}>
        {t('command.zip')}
      </MenuItem>
      <MenuItem icon={GalleryVertical} onSelect={() => store.set({ dialog: 'card' })}>
        {t('command.card')}
      </MenuItem>
      <MenuItem icon={Printer} onSelect={() => take('print')}>
        {t('command.print')}
      </MenuItem>
      <MenuItem icon={Send} onSelect={() => take('mp')}>
        {t('command.mp')}
      </MenuItem>
    </>
  );
}
