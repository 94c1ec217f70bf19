import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button';
import { type Column, DataTable } from '../../../ui/data-table';
import { LoadState } from '../../../ui/states/load-state';

interface PagedListProps<T> {
  label: string;
  columns: readonly Column<T>[];
  /** Nothing while the first page is on its way. */
  items: readonly T[] | undefined;
  pages: {
    error: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    isPlaceholderData: boolean;
  };
  /** Stands in place of an empty list. */
  empty: ReactNode;
}

/** A list of the server as a table, page by page. */
export function PagedList<T extends { id: string }>(props: PagedListProps<T>) {
  const { t } = useTranslation('app');
  const { items, pages } = props;
  if (items === undefined || (pages.error !== null && items.length === 0)) {
    return <LoadState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (items.length === 0) return props.empty;
  return (
    <div
      aria-busy={pages.isPlaceholderData}
      className={pages.isPlaceholderData ? 'opacity-60' : undefined}
    >
      <DataTable label={props.label} columns={props.columns} items={items} />
      {pages.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-3"
          disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('action.more')}
        </Button>
      )}
    </div>
  );
}
