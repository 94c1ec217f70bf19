import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Team } from '../../../api/types';
import { paths } from '../../../config/paths';
import { removeRecords } from '../../../storage/knowledge-bases';
import { enableSync } from '../../../sync/bases';
import { ImportDialog } from '../../../transfer/import/import-dialog';
import type { ImportFile } from '../../../transfer/import/model';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { toast } from '../../../ui/states/toast';
import { MoveDialog } from '../moving/move-dialog';
import { BaseForm } from './base-form';
import { namesOfSites } from './bound-sites';
import type { BaseRow } from './rows';
import type { BaseActions } from './use-base-actions';
import { useInvalidateBases } from './use-bases';

/** Something of the list that has a dialog. */
export type BaseTask =
  | { kind: 'create' }
  | { kind: 'edit' | 'purge' | 'move'; row: BaseRow }
  | { kind: 'import'; files: ImportFile[] };

interface BaseTasksProps {
  task: BaseTask | null;
  team: Team;
  actions: BaseActions;
  onClose: () => void;
}

/** The dialog of a task. */
export function BaseTasks({ task, team, actions, onClose }: BaseTasksProps) {
  if (task === null) return null;
  if (task.kind === 'import')
    return <ImportTask files={task.files} team={team} onClose={onClose} />;
  if (task.kind === 'purge') {
    return <PurgeTask row={task.row} team={team} actions={actions} onClose={onClose} />;
  }
  if (task.kind === 'move') {
    const { server, title } = task.row;
    if (server === null) return null;
    return (
      <MoveDialog
        moved={{ kind: 'base', id: server.id, name: title }}
        base={{ id: server.id, title }}
        team={team}
        onClose={onClose}
      />
    );
  }
  return (
    <BaseForm
      row={task.kind === 'edit' ? task.row : null}
      isTeam={team.kind !== 'personal'}
      onSubmit={(settings, isSynced) =>
        task.kind === 'edit'
          ? actions.change(task.row, settings)
          : actions.create(settings, isSynced)
      }
      onClose={onClose}
    />
  );
}

function ImportTask({
  files,
  team,
  onClose,
}: {
  files: ImportFile[];
  team: Team;
  onClose: () => void;
}) {
  const { t } = useTranslation('transfer');
  const navigate = useNavigate();
  const invalidateBases = useInvalidateBases();
  return (
    <ImportDialog
      files={files}
      here={null}
      onWritten={async (records, count) => {
        const [base] = records.knowledgeBases;
        if (base !== undefined && team.kind !== 'personal') await enableSync(base.id, team.id);
        await invalidateBases();
        toast.success(t('done', { count }), {
          action: {
            label: t('undo'),
            onSelect: () => {
              void removeRecords(records, { mayEmpty: true }).then(async () => {
                await invalidateBases();
                toast.success(t('undone'));
              });
            },
          },
        });
      }}
      onBackup={() => {
        onClose();
        toast.failure(t('isBackup'), {
          action: { label: t('toEditor'), onSelect: () => void navigate(paths.editor) },
        });
      }}
      onClose={onClose}
    />
  );
}

function PurgeTask({
  row,
  team,
  actions,
  onClose,
}: Omit<BaseTasksProps, 'task'> & { row: BaseRow }) {
  const { t, i18n } = useTranslation('console');
  const { data: names } = useQuery({
    queryKey: ['sites', team.id, 'of', row.server?.id ?? null, i18n.language],
    queryFn: () => namesOfSites(team.id, row.server?.id, i18n.language),
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('knowledge.purgeTitle', { title: row.title })}
      description={t(row.server === null ? 'knowledge.purgeText' : 'knowledge.purgeServerText', {
        count: row.nDocuments,
      })}
      confirmLabel={t('knowledge.purge')}
      tone="danger"
      onConfirm={() => actions.purge(row)}
    >
      {names && <p className="text-ink-soft text-sm">{t('knowledge.purgedSites', { names })}</p>}
    </ConfirmDialog>
  );
}
