import {
  CircleAlert,
  Cloud,
  CloudCheck,
  CloudDownload,
  CloudOff,
  CloudUpload,
  HardDrive,
  type LucideIcon,
  UserX,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../i18n';
import { distanceText } from '../../../i18n/distance';
import { classNames } from '../../../lib/class-names';
import { formatDay } from '../../../lib/time/dates';
import { currentTime } from '../../../lib/time/server-clock';
import { Button } from '../../../ui/buttons/button';
import { BaseMenu } from './base-menu';
import type { BaseTask } from './base-tasks';
import type { BaseRow, RowSync } from './rows';
import type { BaseActions } from './use-base-actions';

interface BaseLineProps {
  row: BaseRow;
  mayWrite: boolean;
  /** Whether the user may remove for good what is in the server's bin. */
  mayPurge: boolean;
  mayMove: boolean;
  actions: BaseActions;
  onTask: (task: BaseTask) => void;
}

/** A knowledge base: what it is called, how large it is, how it is synchronized, and its actions. */
export function BaseLine({ row, ...menu }: BaseLineProps) {
  const { actions } = menu;
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const number = new Intl.NumberFormat(locale);
  const figures = [
    t('knowledge.nDocuments', { count: row.nDocuments }),
    row.nWords === null
      ? null
      : t('knowledge.nWords', { count: row.nWords, words: number.format(row.nWords) }),
    t('knowledge.nViews', { count: row.nViews }),
    row.purges === null
      ? distanceText(
          i18n,
          new Date(row.changed).toISOString(),
          row.server === null ? Date.now() : currentTime(),
        )
      : t('knowledge.purges', { date: formatDay(locale, new Date(row.purges).toISOString()) }),
  ].filter((figure) => figure !== null);
  return (
    <li className="flex items-start gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="min-w-0 break-words font-medium text-base text-ink">
            <Title row={row} actions={actions} />
          </h2>
          <span className="rounded bg-hover px-1.5 py-0.5 text-ink-soft text-xs">
            {t(`knowledge.categories.${row.category}`)}
          </span>
          <Status row={row} />
          {row.purges === null && <SyncBadge sync={row.sync} />}
        </div>
        {row.description !== '' && (
          <p className="mt-1 line-clamp-2 break-words text-ink-soft text-sm leading-5">
            {row.description}
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-ink-faint text-xs tabular-nums">
          {figures.map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
        </p>
      </div>
      <BaseMenu row={row} {...menu} />
    </li>
  );
}

/** The name opens the editor, gets what is at the server only, and does nothing in the bin. */
function Title({ row, actions }: Pick<BaseLineProps, 'row' | 'actions'>) {
  if (row.purges !== null || row.localId === null) return <span translate="no">{row.title}</span>;
  return (
    <Button
      translate="no"
      className="h-auto min-w-0 shrink whitespace-normal break-words p-0 text-left text-base text-ink hover:bg-transparent hover:underline pointer-coarse:h-auto"
      onClick={() => actions.open(row)}
    >
      {row.title}
    </Button>
  );
}

/** An active knowledge base that is in this browser alone is "local storage". Source: specification §3. */
function Status({ row }: { row: BaseRow }) {
  const { t } = useTranslation('console');
  const isLocal = row.status === 'active' && row.sync.kind === 'local';
  return (
    <span
      className={classNames(
        'text-xs',
        row.status === 'draft'
          ? 'text-ink-soft'
          : row.status === 'archived'
            ? 'text-ink-faint'
            : 'text-accent-text',
      )}
    >
      {t(isLocal ? 'knowledge.localStorage' : `knowledge.statuses.${row.status}`)}
    </span>
  );
}

const ICONS: Record<RowSync['kind'], LucideIcon> = {
  local: HardDrive,
  synced: CloudCheck,
  waiting: CloudUpload,
  conflict: CircleAlert,
  paused: CloudOff,
  offline: CloudOff,
  otherAccount: UserX,
  remote: CloudDownload,
  stopped: Cloud,
};

function SyncBadge({ sync }: { sync: RowSync }) {
  const { t } = useTranslation('console');
  const Icon = ICONS[sync.kind];
  const isUrgent = sync.kind === 'conflict' || sync.kind === 'stopped';
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 text-xs',
        isUrgent ? 'text-danger' : 'text-ink-faint',
      )}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span>
        {'count' in sync
          ? t(`knowledge.sync.${sync.kind}`, { count: sync.count })
          : t(`knowledge.sync.${sync.kind}`)}
      </span>
    </span>
  );
}
