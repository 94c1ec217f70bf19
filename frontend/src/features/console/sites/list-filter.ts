import type { Site, SiteStatus } from '../../../api/types';
import { useAddressFilter } from '../../../ui/fields/use-address';

export const SITE_FILTERS = [
  'all',
  'published',
  'draft',
  'maintenance',
  'archived',
  'bin',
] as const satisfies readonly ('all' | SiteStatus | 'bin')[];
export type SiteFilter = (typeof SITE_FILTERS)[number];
export const SITE_SORTS = ['updated', 'name', 'views'] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

/** What the list shows, and in which order. It stands in the address. */
export interface SiteListFilter {
  search: string;
  status: SiteFilter;
  sort: SiteSort;
}

/** Reads a filter. What is none of the values counts as absent. */
export function parseSiteFilter(params: URLSearchParams): SiteListFilter {
  return {
    search: params.get('search') ?? '',
    status: SITE_FILTERS.find((value) => value === params.get('status')) ?? 'all',
    sort: SITE_SORTS.find((value) => value === params.get('sort')) ?? 'updated',
  };
}

/** The address of a filter; what is as it begins is left out. */
export function siteFilterParams({ search, status, sort }: SiteListFilter): URLSearchParams {
  return new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(status === 'all' ? {} : { status }),
    ...(sort === 'updated' ? {} : { sort }),
  });
}

const IN_ADDRESS = { parse: parseSiteFilter, write: siteFilterParams };

/** The filter in the address. */
export function useSiteFilter(): [SiteListFilter, (changes: Partial<SiteListFilter>) => void] {
  return useAddressFilter(IN_ADDRESS);
}

/** The sites that a filter leaves, in its order, and how many there are of each status that the search leaves. */
export function filteredSites<S extends Site>(
  sites: readonly S[],
  { search, status, sort }: SiteListFilter,
) {
  const words = search.trim().toLowerCase();
  const found = sites.filter(
    ({ name, slug, url }) =>
      name.toLowerCase().includes(words) || slug.includes(words) || url.includes(words),
  );
  const isIn = (site: Site, filter: SiteFilter) =>
    site.purgesAt ? filter === 'bin' : filter === 'all' || filter === site.status;
  const counts = Object.fromEntries(
    SITE_FILTERS.map((name) => [name, found.filter((site) => isIn(site, name)).length]),
  ) as Record<SiteFilter, number>;
  return { sites: found.filter((site) => isIn(site, status)).sort(ORDERS[sort]), counts };
}

const ORDERS: Record<SiteSort, (a: Site, b: Site) => number> = {
  updated: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  name: (a, b) => a.name.localeCompare(b.name),
  views: (a, b) => b.nViews - a.nViews,
};
