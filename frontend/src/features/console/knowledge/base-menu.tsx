import {
  Archive,
  ArchiveRestore,
  ArrowRightLeft,
  CloudDownload,
  CloudOff,
  CloudUpload,
  CopyPlus,
  Ellipsis,
  FolderDown,
  Pause,
  Pencil,
  Play,
  SquarePen,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menus/menu';
import type { BaseTask } from './base-tasks';
import type { BaseRow } from './rows';
import type { BaseActions } from './use-base-actions';

interface BaseMenuProps {
  row: BaseRow;
  mayWrite: boolean;
  mayPurge: boolean;
  mayMove: boolean;
  actions: BaseActions;
  onTask: (task: BaseTask) => void;
}

/** What can be done with a knowledge base. Who may not write sees no action that writes. */
export function BaseMenu(props: BaseMenuProps) {
  const { row, mayWrite, actions } = props;
  const { t } = useTranslation('console');
  const isLocal = row.localId !== null;
  if (row.purges !== null) return <BinMenu {...props} />;
  if (!isLocal && row.server === null) return null;
  return (
    <Menu trigger={<Trigger title={row.title} />}>
      {isLocal ? (
        <MenuItem icon={SquarePen} onSelect={() => actions.open(row)}>
          {t('knowledge.open')}
        </MenuItem>
      ) : (
        <MenuItem icon={CloudDownload} onSelect={() => actions.fetch(row)}>
          {t('knowledge.fetch')}
        </MenuItem>
      )}
      <MenuItem icon={FolderDown} onSelect={() => actions.exportZip(row)}>
        {t('knowledge.export')}
      </MenuItem>
      {mayWrite && row.sync.kind !== 'otherAccount' && <WriteItems {...props} />}
    </Menu>
  );
}

function WriteItems({ row, mayMove, actions, onTask }: BaseMenuProps) {
  const { t } = useTranslation('console');
  const isArchived = row.status === 'archived';
  return (
    <>
      <MenuItem icon={Pencil} onSelect={() => onTask({ kind: 'edit', row })}>
        {t('knowledge.edit')}
      </MenuItem>
      <MenuItem icon={CopyPlus} onSelect={() => actions.duplicate(row)}>
        {t('knowledge.duplicate')}
      </MenuItem>
      <MenuItem
        icon={isArchived ? ArchiveRestore : Archive}
        onSelect={() => actions.setStatus(row, isArchived ? 'active' : 'archived')}
      >
        {t(isArchived ? 'knowledge.unarchive' : 'knowledge.archive')}
      </MenuItem>
      {mayMove && row.server !== null && (
        <MenuItem icon={ArrowRightLeft} onSelect={() => onTask({ kind: 'move', row })}>
          {t('move.menu')}
        </MenuItem>
      )}
      <MenuSeparator />
      <SyncItems row={row} actions={actions} />
      <MenuItem icon={Trash2} onSelect={() => actions.bin(row)}>
        {t('knowledge.toBin')}
      </MenuItem>
    </>
  );
}

function SyncItems({ row, actions }: Pick<BaseMenuProps, 'row' | 'actions'>) {
  const { t } = useTranslation('console');
  if (row.localId === null) return null;
  if (row.sync.kind === 'local') {
    // The server makes no archived one.
    if (row.status === 'archived') return null;
    return (
      <>
        <MenuItem icon={CloudUpload} onSelect={() => actions.sync(row, 'on')}>
          {t('knowledge.syncOn')}
        </MenuItem>
        <MenuSeparator />
      </>
    );
  }
  const isPaused = row.sync.kind === 'paused' || row.sync.kind === 'stopped';
  return (
    <>
      <MenuItem
        icon={isPaused ? Play : Pause}
        onSelect={() => actions.sync(row, isPaused ? 'resumed' : 'paused')}
      >
        {t(isPaused ? 'knowledge.syncResume' : 'knowledge.syncPause')}
      </MenuItem>
      <MenuItem icon={CloudOff} onSelect={() => actions.sync(row, 'off')}>
        {t('knowledge.syncOff')}
      </MenuItem>
      <MenuSeparator />
    </>
  );
}

function BinMenu({ row, mayWrite, mayPurge, actions, onTask }: BaseMenuProps) {
  const { t } = useTranslation('console');
  if (!mayWrite) return null;
  return (
    <Menu trigger={<Trigger title={row.title} />}>
      <MenuItem icon={Undo2} onSelect={() => actions.restore(row)}>
        {t('knowledge.restore')}
      </MenuItem>
      {(row.server === null || mayPurge) && (
        <MenuItem icon={Trash2} onSelect={() => onTask({ kind: 'purge', row })}>
          {t('knowledge.purge')}
        </MenuItem>
      )}
    </Menu>
  );
}

function Trigger({ title, ...props }: { title: string }) {
  const { t } = useTranslation('console');
  return (
    <IconButton
      {...props}
      icon={Ellipsis}
      size="iconSm"
      label={t('knowledge.actions', { title })}
    />
  );
}
