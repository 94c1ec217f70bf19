import { type SettingsTab, screenOfTab, TAB_PATHS } from '../draft/tabs';

/** The last part of the address of the screen on which a tab of settings is edited; null for no tab. */
export function screenOf(tab: string): string | null {
  if (!Object.hasOwn(TAB_PATHS, tab)) return null;
  return screenOfTab(tab as SettingsTab);
}
