import { expect, test } from 'vitest';
import type { Site } from '../../../api/types';
import { filteredSites, parseSiteFilter, siteFilterParams } from './list-filter';

const site = (changes: Partial<Site>): Site => ({
  id: '1',
  name: '写作手册',
  slug: 'handbook',
  url: 'http://handbook.localhost',
  status: 'draft',
  nextStatuses: [],
  generation: 1,
  nViews: 0,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...changes,
});
const sites = [
  site({}),
  site({ id: '2', name: 'Notes', slug: 'notes', url: '', status: 'published', nViews: 3 }),
  site({ id: '3', name: 'Gone', slug: 'gone', url: '', purgesAt: '2026-02-01T00:00:00Z' }),
];

test('a_filter_survives_its_address', () => {
  const filter = { search: '手册', status: 'bin', sort: 'name' } as const;
  expect(parseSiteFilter(siteFilterParams(filter))).toEqual(filter);
  expect(siteFilterParams(parseSiteFilter(new URLSearchParams('status=none'))).size).toBe(0);
});

test('sites_are_found_by_name_and_address', () => {
  const found = (search: string) =>
    filteredSites(sites, { search, status: 'all', sort: 'name' }).sites.map(({ id }) => id);
  expect(found('手册')).toEqual(['1']);
  expect(found('NOTES')).toEqual(['2']);
});

test('the_bin_is_apart_and_is_counted_apart', () => {
  const { sites: binned, counts } = filteredSites(sites, {
    search: '',
    status: 'bin',
    sort: 'views',
  });
  expect(binned.map(({ id }) => id)).toEqual(['3']);
  expect(counts).toMatchObject({ all: 2, draft: 1, published: 1, bin: 1 });
});
