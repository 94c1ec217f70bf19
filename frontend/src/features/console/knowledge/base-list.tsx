import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/icon-button';
import { BaseLine } from './base-line';
import type { BaseTask } from './base-tasks';
import type { ListFilter } from './list-filter';
import type { BaseRow } from './rows';
import type { BaseActions } from './use-base-actions';

/** Lines of a page. */
const PAGE_LINES = 30;

interface BaseListProps {
  /** Every line that the filter leaves. */
  rows: readonly BaseRow[];
  filter: ListFilter;
  onFilter: (changes: Partial<ListFilter>) => void;
  mayWrite: boolean;
  mayPurge: boolean;
  mayMove: boolean;
  actions: BaseActions;
  onTask: (task: BaseTask) => void;
}

/** One page of the list. */
export function BaseList({ rows, filter, onFilter, ...line }: BaseListProps) {
  const { t } = useTranslation('console');
  const nPages = Math.ceil(rows.length / PAGE_LINES);
  // A page that is no more, after a deletion or in an old link, is the last one.
  const page = Math.min(filter.page, nPages);
  const start = (page - 1) * PAGE_LINES;
  const shown = rows.slice(start, start + PAGE_LINES);
  return (
    <>
      <ul
        aria-label={t('knowledge.title')}
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {shown.map((row) => (
          <BaseLine key={row.key} row={row} {...line} />
        ))}
      </ul>
      <div className="mt-3 flex items-center justify-between gap-3 text-ink-faint text-sm">
        <p role="status" className="tabular-nums">
          {t('knowledge.count', { count: rows.length })}
        </p>
        {nPages > 1 && (
          <nav aria-label={t('knowledge.pages')} className="flex items-center gap-1">
            <IconButton
              icon={ChevronLeft}
              label={t('knowledge.previous')}
              disabled={page === 1}
              onClick={() => onFilter({ page: page - 1 })}
            />
            <span className="tabular-nums">{t('knowledge.page', { page, total: nPages })}</span>
            <IconButton
              icon={ChevronRight}
              label={t('knowledge.next')}
              disabled={page === nPages}
              onClick={() => onFilter({ page: page + 1 })}
            />
          </nav>
        )}
      </div>
    </>
  );
}
