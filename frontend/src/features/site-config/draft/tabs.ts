import type {
  AccessRules,
  Appearance,
  BasicInfo,
  Carousel,
  Homepage,
  IndexSettings,
  Membership,
  Navigation,
} from '../../../api/site-settings';
import type { Redirects } from '../../../api/types';
import type { LimitedType } from '../check/field-limits';

/** What each tab of settings holds. */
export interface TabSettings {
  basicInfo: BasicInfo;
  homepage: Homepage;
  membership: Membership;
  access: AccessRules;
  carousel: Carousel;
  index: IndexSettings;
  navigation: Navigation;
  appearance: Appearance;
}

/** A tab of settings, as releases and drafts of previews name it. */
export type SettingsTab = keyof TabSettings;

/** What each tab with a draft holds: redirects are saved like settings and are no part of releases and previews. */
export interface TabDrafts extends TabSettings {
  redirects: Redirects;
}

/** A tab with a draft. */
export type DraftTab = keyof TabDrafts;

/** Tabs in paths of the API. */
export const TAB_PATHS = {
  basicInfo: 'basic-info',
  homepage: 'homepage',
  membership: 'membership',
  access: 'access',
  carousel: 'carousel',
  index: 'index',
  navigation: 'navigation',
  appearance: 'appearance',
  redirects: 'redirects',
} as const satisfies Record<DraftTab, string>;

/** The types of what tabs hold, by which their limits are found. */
export const TAB_TYPES = {
  basicInfo: 'BasicInfo',
  homepage: 'Homepage',
  membership: 'Membership',
  access: 'AccessRules',
  carousel: 'Carousel',
  index: 'IndexSettings',
  navigation: 'Navigation',
  appearance: 'Appearance',
  redirects: 'RedirectsDto',
} as const satisfies Record<DraftTab, LimitedType>;

/** The screen on which a tab is edited. */
export function screenOfTab(tab: DraftTab) {
  return tab === 'index' ? 'knowledge-base' : TAB_PATHS[tab];
}
