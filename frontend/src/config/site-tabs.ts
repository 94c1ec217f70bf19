import type { ConfigTab, SiteTab } from './paths';

interface SiteTabRow {
  /** Its name in paths of the API. */
  path: string;
  /** The screen on which it is edited. */
  screen: ConfigTab;
  /** The type of what it holds, in the OpenAPI document. */
  type: string;
}

/**
 * The tabs of a site that are saved each by itself, by their names in releases and previews.
 *
 * Redirects are saved like settings and are no part of releases and previews.
 */
export const DRAFT_TABS = {
  basicInfo: { path: 'basic-info', screen: 'basic-info', type: 'BasicInfo' },
  homepage: { path: 'homepage', screen: 'homepage', type: 'Homepage' },
  membership: { path: 'membership', screen: 'membership', type: 'Membership' },
  access: { path: 'access', screen: 'access', type: 'AccessRules' },
  carousel: { path: 'carousel', screen: 'carousel', type: 'Carousel' },
  index: { path: 'index', screen: 'knowledge-base', type: 'IndexSettings' },
  navigation: { path: 'navigation', screen: 'navigation', type: 'Navigation' },
  appearance: { path: 'appearance', screen: 'appearance', type: 'Appearance' },
  redirects: { path: 'redirects', screen: 'redirects', type: 'RedirectsDto' },
} as const satisfies Record<string, SiteTabRow>;

/** A tab with a draft. */
export type DraftTab = keyof typeof DRAFT_TABS;

/** The screen on which a tab is edited. */
export type DraftScreen = (typeof DRAFT_TABS)[DraftTab]['screen'];

/** The tab whose draft a screen changes; nothing for a screen without a draft. */
export function draftOf(screen: SiteTab): DraftTab | undefined {
  const tabs = Object.keys(DRAFT_TABS) as DraftTab[];
  return tabs.find((tab) => DRAFT_TABS[tab].screen === screen);
}
