import { DRAFT_TABS, type DraftTab } from '../../../config/site-tabs';

/** The last part of the address of the screen on which a tab of settings is edited; null for no tab. */
export function screenOf(tab: string): string | null {
  return Object.hasOwn(DRAFT_TABS, tab) ? DRAFT_TABS[tab as DraftTab].screen : null;
}
