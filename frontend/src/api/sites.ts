import { allPages } from './all-pages';
import { client, dataOf } from './client';
import type {
  BaseComparison,
  CreateSite,
  DuplicateSite,
  ListedSite,
  Moved,
  SettingsData,
  SettingsPath,
  Site,
  SiteChanges,
  SiteDomain,
  SiteDomains,
  SiteOverview,
  SiteViews,
  SlugCheck,
  StoredSettings,
} from './types';

/** Calls on the sites of a team. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

const changing = (teamId: string, siteId: string, revision: number) => ({
  params: { path: { teamId, siteId }, header: { 'If-Match': `"${revision}"` } },
});

/** Every site of the team, those in the bin included, whatever the number of pages. */
export async function listAllSites(teamId: string): Promise<ListedSite[]> {
  const both = await Promise.all([listAll(teamId, 'false'), listAll(teamId, 'true')]);
  return both.flat();
}

function listAll(teamId: string, bin: 'true' | 'false'): Promise<ListedSite[]> {
  return allPages((page) =>
    dataOf(
      client.GET('/api/teams/{teamId}/sites', {
        params: { path: { teamId }, query: { bin, ...page } },
      }),
    ),
  );
}

/** Makes a site. Called again with the same key it answers the site that the first call made. */
export function createSite(teamId: string, body: CreateSite, key: string): Promise<Site> {
  const params = { path: { teamId }, header: { 'Idempotency-Key': key } };
  return dataOf(client.POST('/api/teams/{teamId}/sites', { params, body }));
}

/** Whether the first part of an address can be taken. */
export function checkSlug(teamId: string, slug: string, signal?: AbortSignal): Promise<SlugCheck> {
  return dataOf(
    client.GET('/api/teams/{teamId}/sites/slugs', {
      params: { path: { teamId }, query: { slug } },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

/** Whether strangers find anything at the address of a site: its pages, or a notice. */
export function isFoundByVisitors(
  site: Pick<Site, 'status'> & Partial<Pick<Site, 'purgesAt'>>,
): boolean {
  return site.status !== 'draft' && !site.purgesAt;
}

export function getSite(teamId: string, siteId: string): Promise<Site> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}', at(teamId, siteId)));
}

/** Changes name, slug or status. Fails with `site.changed` when somebody else has changed them. */
export function updateSite(
  teamId: string,
  site: Pick<Site, 'id' | 'generation'>,
  body: SiteChanges,
): Promise<Site> {
  return dataOf(
    client.PATCH('/api/teams/{teamId}/sites/{siteId}', {
      ...changing(teamId, site.id, site.generation),
      body,
    }),
  );
}

/** Puts a site into the bin; it can be restored until `purgesAt`. */
export function deleteSite(teamId: string, siteId: string): Promise<Site> {
  return dataOf(client.DELETE('/api/teams/{teamId}/sites/{siteId}', at(teamId, siteId)));
}

export function restoreSite(teamId: string, siteId: string): Promise<Site> {
  return dataOf(client.POST('/api/teams/{teamId}/sites/{siteId}/restore', at(teamId, siteId)));
}

/** Copies the configuration: no domains, no orders, no secrets. */
export function duplicateSite(
  teamId: string,
  siteId: string,
  body: DuplicateSite,
  key: string,
): Promise<Site> {
  const params = { path: { teamId, siteId }, header: { 'Idempotency-Key': key } };
  return dataOf(client.POST('/api/teams/{teamId}/sites/{siteId}/duplicate', { params, body }));
}

/** Gives a site to another team of the same owner, with its knowledge base and the other sites of that. */
export function moveSite(teamId: string, siteId: string, to: string): Promise<Moved> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/move', {
      ...at(teamId, siteId),
      body: { teamId: to },
    }),
  );
}

export function getSiteOverview(teamId: string, siteId: string): Promise<SiteOverview> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/overview', at(teamId, siteId)));
}

/** Views of the last days, today included, and where they came from. */
export function getSiteViews(
  teamId: string,
  siteId: string,
  days: '7' | '30' | '90',
): Promise<SiteViews> {
  const params = { path: { teamId, siteId }, query: { days } };
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/views', { params }));
}

/** A tab of settings. */
export async function getSettings<P extends SettingsPath>(
  teamId: string,
  siteId: string,
  tab: P,
): Promise<StoredSettings<P>> {
  const stored: unknown = await dataOf(
    client.GET(`/api/teams/{teamId}/sites/{siteId}/${tab as 'navigation'}`, at(teamId, siteId)),
  );
  return stored as StoredSettings<P>;
}

/** Replaces a tab of settings. Fails with `site.changed` and the current value when it has another revision. */
export async function putSettings<P extends SettingsPath>(
  teamId: string,
  siteId: string,
  tab: P,
  revision: number,
  data: SettingsData[P],
): Promise<StoredSettings<P>> {
  const stored: unknown = await dataOf(
    client.PUT(`/api/teams/{teamId}/sites/{siteId}/${tab as 'navigation'}`, {
      ...changing(teamId, siteId, revision),
      body: data as SettingsData['navigation'],
    }),
  );
  return stored as StoredSettings<P>;
}

/** Which addresses visitors would gain and lose with another base. */
export function compareKnowledgeBase(
  teamId: string,
  siteId: string,
  knowledgeBaseId: string,
  signal: AbortSignal,
): Promise<BaseComparison> {
  return dataOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/knowledge-base/compare', {
      params: { path: { teamId, siteId }, query: { knowledgeBaseId } },
      signal,
    }),
  );
}

/** Binds another knowledge base, or none, and adds redirects of addresses that go with the old one. */
export function bindKnowledgeBase(
  teamId: string,
  site: Pick<Site, 'id' | 'generation'>,
  knowledgeBaseId: string | null,
  redirects: readonly { from: string; to: string }[] = [],
): Promise<Site> {
  return dataOf(
    client.PUT('/api/teams/{teamId}/sites/{siteId}/knowledge-base', {
      ...changing(teamId, site.id, site.generation),
      body: { knowledgeBaseId, redirects: [...redirects] },
    }),
  );
}

export function listDomains(teamId: string, siteId: string): Promise<SiteDomains> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/domains', at(teamId, siteId)));
}

export function addDomain(teamId: string, siteId: string, host: string): Promise<SiteDomain> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/domains', {
      ...at(teamId, siteId),
      body: { host },
    }),
  );
}

const domainAt = (teamId: string, siteId: string, domainId: string) => ({
  params: { path: { teamId, siteId, domainId } },
});

export async function removeDomain(teamId: string, siteId: string, id: string): Promise<void> {
  await dataOf(
    client.DELETE(
      '/api/teams/{teamId}/sites/{siteId}/domains/{domainId}',
      domainAt(teamId, siteId, id),
    ),
  );
}

/** Looks for the record that proves a domain. */
export function checkDomain(teamId: string, siteId: string, id: string): Promise<SiteDomain> {
  return dataOf(
    client.POST(
      '/api/teams/{teamId}/sites/{siteId}/domains/{domainId}/check',
      domainAt(teamId, siteId, id),
    ),
  );
}

/** Makes a domain the one that the others redirect to. */
export async function makeDomainPrimary(teamId: string, siteId: string, id: string): Promise<void> {
  await dataOf(
    client.POST(
      '/api/teams/{teamId}/sites/{siteId}/domains/{domainId}/primary',
      domainAt(teamId, siteId, id),
    ),
  );
}
