import { DEFAULT_LOCALE, LOCALES, type Locale, UI_THEMES, type UiTheme } from '../config/constants';
import { localKeys } from './keys';

/**
 * The stored language if it is one of ours; of who has never chosen, the first of the browser's languages that is; otherwise
 * zh-CN. `public/theme.js` goes by the same rule before the first paint. Source: specification §4, Platform.
 */
export function readLocale(): Locale {
  const stored = read(localKeys.locale);
  return LOCALES.find((locale) => locale === stored) ?? browserLocale();
}

function browserLocale(): Locale {
  for (const language of globalThis.navigator?.languages ?? []) {
    const found = LOCALES.find((locale) => primaryOf(locale) === primaryOf(language));
    if (found !== undefined) return found;
  }
  return DEFAULT_LOCALE;
}

/** `zh` of `zh-Hant-TW`. Source: RFC 5646 §2.1. */
function primaryOf(language: string): string {
  return (language.split('-')[0] ?? '').toLowerCase();
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
