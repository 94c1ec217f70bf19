import { Archive, ArchiveRestore, FileUp, FolderUp, TextSearch } from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuItem, MenuSeparator } from '../../../../ui/menus/menu';
import { useSaveBackup } from '../backup/use-save-backup';
import { TaskContext } from '../tasks/task-context';

/** Actions on all documents. */
export function LibraryMenuItems() {
  const { t } = useTranslation('library');
  const openTask = useContext(TaskContext);
  const save = useSaveBackup();
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={TextSearch} onSelect={() => openTask({ kind: 'search' })}>
        {t('search.open')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={FileUp} onSelect={() => openTask({ kind: 'choose', what: 'files' })}>
        {t('import.files')}
      </MenuItem>
      <MenuItem icon={FolderUp} onSelect={() => openTask({ kind: 'choose', what: 'folder' })}>
        {t('import.folder')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Archive} onSelect={save}>
        {t('backup.save')}
      </MenuItem>
      <MenuItem icon={ArchiveRestore} onSelect={() => openTask({ kind: 'choose', what: 'backup' })}>
        {t('backup.restore')}
      </MenuItem>
    </>
  );
}
