import { LOCALES, type Locale, SPLASH_MS } from '../config/constants';
import { paths } from '../config/paths';
import { EngineError } from '../engine/errors';
import { messageOf } from '../lib/keyed-error';
import { database } from '../storage/db';
import { readLocale } from '../storage/local';

/** Asks for what the first screen needs while its code is still on the way. Failures are met again by the screen. */
export function warmUp(): void {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('engine.noWebAssembly', 'WebAssembly is missing');
  }
  if (location.pathname === paths.editor) database().catch(() => undefined);
}

/** The language of this visit: one that the address names, else the stored one. Source: specification §4, Platform. */
export function chooseLocale(): Locale {
  const named = new URLSearchParams(location.search).get('lang');
  return LOCALES.find((locale) => locale === named) ?? readLocale();
}

/** Takes the splash away, at least 100 ms after the page began. Source: specification §9. */
export function leaveSplash(): void {
  const splash = document.getElementById('splash');
  if (splash === null || splash.dataset.leaving !== undefined) return;
  setTimeout(
    () => {
      splash.dataset.leaving = '';
      setTimeout(() => splash.remove(), 200);
    },
    Math.max(0, SPLASH_MS - performance.now()),
  );
}

/** Shows the startup failure. `public/theme.js` draws it, because the failure may be that of this code itself. */
export function showStartupFailure(error: unknown): void {
  const isMissing = error instanceof EngineError && error.key === 'engine.noWebAssembly';
  const detail = isMissing ? { key: 'noWebAssembly' } : { text: messageOf(error) };
  dispatchEvent(new CustomEvent('startup-failure', { detail }));
}
