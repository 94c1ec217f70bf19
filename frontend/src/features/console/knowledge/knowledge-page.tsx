import { BookText, FileUp, FolderUp, Plus, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../api/team-rights';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { Menu, MenuItem } from '../../../ui/menus/menu';
import { PageHead } from '../../../ui/panel';
import { EmptyState } from '../../../ui/states/empty-state';
import { LoadState } from '../../../ui/states/load-state';
import { useCurrentTeam } from '../team/team-context';
import { BaseList } from './base-list';
import { type BaseTask, BaseTasks } from './base-tasks';
import { Filters } from './filters';
import { ImportZone, useChooseImport } from './import-zone';
import { useListFilter } from './list-filter';
import { filteredRows } from './rows';
import { useBaseActions } from './use-base-actions';
import { useBases } from './use-bases';

/** Knowledge bases of a space: those of this browser and those that are synchronized, in one list. */
export function KnowledgePage() {
  const { t } = useTranslation(['console', 'app']);
  const team = useCurrentTeam();
  const mayWrite = may(team, 'writeContent');
  const [filter, changeFilter] = useListFilter();
  const [task, setTask] = useState<BaseTask | null>(null);
  const actions = useBaseActions(team);
  const { rows, isLoading, localError, serverError, retry } = useBases(team);
  usePageMeta({ title: `${t('knowledge.title')} · ${t('app:name')}` });
  const { rows: left, counts } = filteredRows(rows, filter);
  const isFiltered = filter.search !== '' || filter.category !== null || filter.status !== 'all';
  const create = () => setTask({ kind: 'create' });
  return (
    <ImportZone isEnabled={mayWrite} onFiles={(files) => setTask({ kind: 'import', files })}>
      <PageHead
        title={t('knowledge.title')}
        lead={t('knowledge.lead')}
        action={
          mayWrite && (
            <div className="flex flex-wrap gap-2">
              <ImportMenu onFiles={(files) => setTask({ kind: 'import', files })} />
              <Button variant="primary" size="lg" onClick={create}>
                <Plus size={16} strokeWidth={1.75} aria-hidden />
                <span>{t('knowledge.create')}</span>
              </Button>
            </div>
          )
        }
      />
      {isLoading || localError !== null ? (
        <LoadState error={localError} onRetry={retry} />
      ) : (
        <>
          {serverError !== null && <ServerProblem error={serverError} onRetry={retry} />}
          {rows.length > 0 && <Filters filter={filter} counts={counts} onChange={changeFilter} />}
          {left.length > 0 ? (
            <BaseList
              rows={left}
              filter={filter}
              onFilter={changeFilter}
              mayWrite={mayWrite}
              mayPurge={may(team, 'purgeContent')}
              mayMove={may(team, 'moveContent')}
              actions={actions}
              onTask={setTask}
            />
          ) : rows.length === 0 || !isFiltered ? (
            <EmptyState
              icon={BookText}
              title={t('knowledge.emptyTitle')}
              text={t(mayWrite ? 'knowledge.emptyText' : 'knowledge.emptyReader')}
              action={
                mayWrite && (
                  <Button variant="primary" size="lg" onClick={create}>
                    {t('knowledge.create')}
                  </Button>
                )
              }
            />
          ) : (
            <EmptyState
              icon={filter.status === 'bin' ? Trash2 : SearchX}
              title={t(filter.status === 'bin' ? 'knowledge.binEmpty' : 'knowledge.noMatch')}
              text={t(filter.status === 'bin' ? 'knowledge.binText' : 'knowledge.noMatchText')}
              action={
                isFiltered && (
                  <Button
                    variant="secondary"
                    size="lg"
                    onClick={() => changeFilter({ search: '', category: null, status: 'all' })}
                  >
                    {t('knowledge.clear')}
                  </Button>
                )
              }
            />
          )}
        </>
      )}
      <BaseTasks task={task} team={team} actions={actions} onClose={() => setTask(null)} />
    </ImportZone>
  );
}

/** The server's list did not arrive: what is here can be used all the same. */
function ServerProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['console', 'app']);
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-3"
    >
      <p className="text-base text-ink">
        {t('knowledge.serverFailed', { reason: errorText(t, error) })}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        {t('app:action.retry')}
      </Button>
    </div>
  );
}

function ImportMenu({ onFiles }: { onFiles: Parameters<typeof useChooseImport>[0] }) {
  const { t } = useTranslation('console');
  const { choose, input } = useChooseImport(onFiles);
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" size="lg">
            <FileUp size={16} strokeWidth={1.75} aria-hidden />
            <span>{t('knowledge.import')}</span>
          </Button>
        }
      >
        <MenuItem icon={FileUp} onSelect={() => choose('files')}>
          {t('knowledge.importFiles')}
        </MenuItem>
        <MenuItem icon={FolderUp} onSelect={() => choose('folder')}>
          {t('knowledge.importFolder')}
        </MenuItem>
      </Menu>
      {input}
    </>
  );
}
