import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { type Column, DataTable } from '../../../ui/data-table';
import { LoadState } from '../../../ui/states/load-state';

interface PagedTableProps<T> {
  /** Name of the list, a part of its query key. */
  list: string;
  label: string;
  columns: readonly Column<T>[];
  /** What an empty list says; by default that nothing matches. */
  empty?: string;
  /** Filters of the list. */
  filter: string;
  fetchPage: (filter: string, cursor?: string) => Promise<Page<T>>;
}

/** A paged list of the server as a table. */
export function PagedTable<T extends { id: string }>(props: PagedTableProps<T>) {
  const { t } = useTranslation(['console', 'app']);
  const filter = useDeferredValue(props.filter.trim());
  const pages = useInfiniteQuery({
    queryKey: ['admin', props.list, filter],
    queryFn: ({ pageParam }) => props.fetchPage(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  if (pages.data === undefined) {
    return <LoadState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <p role="status" className="py-12 text-center text-base text-ink-faint">
        {props.empty ?? t('platform.none')}
      </p>
    );
  }
  return (
    <>
      <DataTable label={props.label} columns={props.columns} items={items} />
      {pages.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-3"
          disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('app:action.more')}
        </Button>
      )}
    </>
  );
}
