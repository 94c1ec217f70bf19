import {
  BASE_CATEGORIES,
  BASE_STATUSES,
  type BaseCategory,
  type BaseStatus,
} from '../../../storage/schema';
import { useAddressFilter } from '../../../ui/fields/use-address';

export const SORT_KEYS = ['updated', 'title', 'words', 'documents', 'views'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export const STATUS_FILTERS = ['all', ...BASE_STATUSES, 'bin'] as const;
export type StatusFilter = 'all' | BaseStatus | 'bin';

/** What the list shows, and in which order. It stands in the address. */
export interface ListFilter {
  search: string;
  status: StatusFilter;
  category: BaseCategory | null;
  sort: SortKey;
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
}

/** The first direction of an order: names from the first, everything else from the largest. */
export const firstOrder = (sort: SortKey) => (sort === 'title' ? 'asc' : 'desc');

/** Reads a filter. What is none of the values counts as absent. */
export function parseFilter(params: URLSearchParams): ListFilter {
  const one = <T extends string>(name: string, values: readonly T[]): T | null =>
    values.find((value) => value === params.get(name)) ?? null;
  const sort = one('sort', SORT_KEYS) ?? 'updated';
  const page = Number(params.get('page') ?? 1);
  return {
    search: params.get('search') ?? '',
    status: one('status', STATUS_FILTERS) ?? 'all',
    category: one('category', BASE_CATEGORIES),
    sort,
    order: one('order', ['asc', 'desc'] as const) ?? firstOrder(sort),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The address of a filter; what is as it begins is left out. */
export function filterParams(filter: ListFilter): URLSearchParams {
  const { search, status, category, sort, order, page } = filter;
  return new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(status === 'all' ? {} : { status }),
    ...(category === null ? {} : { category }),
    ...(sort === 'updated' ? {} : { sort }),
    ...(order === firstOrder(sort) ? {} : { order }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

/** The filter in the address. A change of anything but the page begins at the first page. */
export function useListFilter(): [ListFilter, (changes: Partial<ListFilter>) => void] {
  const [filter, change] = useAddressFilter(IN_ADDRESS);
  return [filter, (changes) => change({ page: 1, ...changes })];
}

const IN_ADDRESS = { parse: parseFilter, write: filterParams };
