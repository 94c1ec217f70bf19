import { useLayoutEffect, useState } from 'react';
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

/** Class of the screens that the build has rendered into the page, once in each language. */
export const RENDERED_SCREEN = 'rendered-screen';

/**
 * Shows the screen of the component that calls it in place of what the page began with: a screen that the build has
 * rendered, or the splash.
 *
 * Both are there until the first screen stands, so that no frame is empty. A rendered screen leaves in the same frame and
 * hands on its scroll position; the splash fades, at least 100 ms after the page began (specification §9).
 */
export function useFirstScreen(): void {
  const [scrollTop] = useState(() => (typeof window === 'undefined' ? 0 : window.scrollY));
  useLayoutEffect(() => {
    const rendered = document.querySelectorAll(`.${RENDERED_SCREEN}`);
    for (const screen of rendered) screen.remove();
    if (rendered.length > 0 && scrollTop > 0) window.scrollTo(0, scrollTop);
    leaveSplash();
  }, [scrollTop]);
}

function leaveSplash(): void {
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
