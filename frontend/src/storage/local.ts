import { DEFAULT_LOCALE, LOCALES, type Locale, UI_THEMES, type UiTheme } from '../config/constants';
import { localKeys } from './keys';

/** The stored language if it is one of ours, otherwise zh-CN. Source: specification §4, Platform. */
export function readLocale(): Locale {
  const stored = read(localKeys.locale);
  return LOCALES.find((locale) => locale === stored) ?? DEFAULT_LOCALE;
}

export function writeLocale(locale: Locale): void {
  write(localKeys.locale, locale);
}

/** The stored look of the interface, otherwise `system`. */
export function readUiTheme(): UiTheme {
  const stored = read(localKeys.uiTheme);
  return UI_THEMES.find((theme) => theme === stored) ?? 'system';
}

export function writeUiTheme(theme: UiTheme): void {
  write(localKeys.uiTheme, theme);
}

// A browser that forbids storage throws on access: the choice then lasts as long as the page.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the stored choice.
  }
}
