/** Every address inside the app, written once. Source: specification §2. */
export const paths = {
  home: '/',
  editor: '/md',
  /** Both panes on a long text, for trying the scroll sync. */
  syncScroll: '/test/sync-scroll',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  account: '/account',
  /** An invitation to a team, as the mail links it: its token is the fragment, which no server sees. */
  invitation: '/invitations',
  /** Shortcuts that lead into the personal space. */
  console: '/admin',
  consoleKnowledge: '/admin/knowledge',
  consoleSites: '/admin/sites',
  /** Administration of the whole platform. */
  platform: '/platform',
} as const;

/** The personal space's id in addresses. Source: specification §3, Account and space. */
export const PERSONAL_SPACE = 'personal';

/** Tabs on which a site's members and money are looked after, in their order. */
export const SALES_TABS = ['members', 'subscribers', 'orders', 'promotions', 'payments'] as const;
export type SalesTab = (typeof SALES_TABS)[number];

/** Tabs of a site's configuration, in their order. The first seven: specification §2, Routes. */
export const CONFIG_TABS = [
  'overview',
  'basic-info',
  'homepage',
  'membership',
  'access',
  'carousel',
  'knowledge-base',
  'navigation',
  'appearance',
  'domains',
  'redirects',
] as const;
export type ConfigTab = (typeof CONFIG_TABS)[number];

/** Every tab of a site. */
export const SITE_TABS = [...CONFIG_TABS, ...SALES_TABS] as const;
export type SiteTab = ConfigTab | SalesTab;

/** Pages of a team. */
export type TeamPage = 'overview' | 'sites' | 'knowledge' | 'members' | 'settings';

/** Address of a team's page. */
export function teamPath(teamId: string, page: TeamPage = 'overview'): string {
  return `/team/${encodeURIComponent(teamId)}/${page}`;
}

/** Address of a team's list of knowledge bases, searched. */
export function knowledgePath(teamId: string, search: string): string {
  return `${teamPath(teamId, 'knowledge')}?${new URLSearchParams({ search })}`;
}

/** Address of a tab of a site; without a tab, what all of them begin with. */
export function sitePath(teamId: string, siteId: string, tab: SiteTab | '' = 'overview'): string {
  return `/team/${encodeURIComponent(teamId)}/site/${encodeURIComponent(siteId)}/${tab}`;
}

/** Name of the query parameter that holds the document which is to be published alone. */
export const PUBLISH_PARAMETER = 'publish';

/** Address of a site with one of its documents open for publishing. */
export function publishPath(teamId: string, siteId: string, documentId: string): string {
  const parameters = new URLSearchParams({ [PUBLISH_PARAMETER]: documentId });
  return `${sitePath(teamId, siteId)}?${parameters}`;
}

/** Name of the query parameter that holds where to go after the login. */
export const REDIRECT_PARAMETER = 'redirect';

/** Address of the login that leads back to `path`. Source: specification §2. */
export function loginPath(path: string): string {
  return `${paths.login}?${new URLSearchParams({ [REDIRECT_PARAMETER]: path })}`;
}

/** Parts of the landing page, as the fragment of its address. */
export const sections = {
  features: 'features',
  steps: 'steps',
  demoSite: 'demo-site',
  stories: 'stories',
  pricing: 'pricing',
  contact: 'contact',
} as const;

/** Address of a part of the landing page. */
export function sectionPath(section: keyof typeof sections): string {
  return `${paths.home}#${sections[section]}`;
}

/** Address of the accounts or spaces of the platform, searched. */
export function platformPath(list: 'users' | 'teams', search: string): string {
  return `${paths.platform}/${list}?${new URLSearchParams({ search })}`;
}

/** Address of the audit log for an account or a space. */
export function auditPath(about: { userId: string } | { teamId: string }): string {
  return `${paths.platform}/audit?${new URLSearchParams(about)}`;
}
