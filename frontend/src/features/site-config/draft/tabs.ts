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
} as const satisfies Record<SettingsTab, string>;

/** The screen on which a tab of settings is edited. */
export function screenOfTab(tab: SettingsTab) {
  return tab === 'index' ? 'knowledge-base' : TAB_PATHS[tab];
}
