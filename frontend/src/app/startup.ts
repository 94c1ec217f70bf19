import { useLayoutEffect, useState } from 'react';
import { LOCALES, type Locale, SPLASH_MS } from '../config/constants';
import { paths } from '../config/paths';
import { EngineError } from '../engine/errors';
import { messageOf } from '../lib/keyed-error';
import { database } from '../storage/db';
import { readLocale } from '../storage/local';
import { carryOver } from './carry-over';

/** Asks for what the first screen needs while its code is still on the way. Failures are met again by the screen. */
export function warmUp(): void {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('engine.noWebAssembly', 'WebAssembly is missing');
  }
  if (location.pathname === paths.editor) database().catch(() => undefined);
}

/** The language of this visit: one that the address names, else the stored one, else the browser's. Source: specification §4, Platform. */
export function chooseLocale(): Locale {
  const named = new URLSearchParams(location.search).get('lang');
  return LOCALES.find((locale) => locale === named) ?? readLocale();
}

/** Class of the screens that the build has rendered into the page, once in each language. */
export const RENDERED_SCREEN = 'rendered-screen';

/** The page while an input method is at work, or a pointer is about to press; `public/theme.js` marks it. */
const OCCUPIED = '[data-composing], [data-aiming]';

/**
 * Shows the screen of the component that calls it in place of what the page began with: a screen that the build has
 * rendered, or the splash.
 *
 * Both are there until the first screen stands, so that no frame is empty. A rendered screen leaves in the same frame and
 * hands on its scroll position and what the visitor has done; the splash fades, at least 100 ms after the page began
 * (specification §9).
 */
export function useFirstScreen(): void {
  const [scrollTop] = useState(() => (typeof window === 'undefined' ? 0 : window.scrollY));
  useLayoutEffect(() => {
    const rendered = document.querySelectorAll(`.${RENDERED_SCREEN}`);
    const root = document.getElementById('root');
    leaveSplash();
    if (rendered.length === 0 || root === null) return;
    const takePlace = () => {
      root.hidden = false;
      for (const screen of rendered) carryOver(screen, root);
      for (const screen of rendered) screen.remove();
      if (scrollTop > 0) window.scrollTo(0, scrollTop);
      dispatchEvent(new CustomEvent('startup', { detail: { state: 'there' } }));
    };
    const page = document.documentElement;
    if (!page.matches(OCCUPIED)) return takePlace();
    // A word that an input method has begun would be lost with its field, and a press would meet what comes to its place.
    root.hidden = true;
    const observer = new MutationObserver(() => {
      if (page.matches(OCCUPIED)) return;
      observer.disconnect();
      takePlace();
    });
    observer.observe(page, { attributes: true });
  }, [scrollTop]);
}

function leaveSplash(): void {
  const splash = document.getElementById('splash');
  if (splash === null || splash.dataset.leaving !== undefined) return;
  const leave = () => {
    splash.dataset.leaving = '';
    setTimeout(() => splash.remove(), 200);
  };
  const leftMs = SPLASH_MS - performance.now();
  // Not by a timer where there is nothing to wait for: it would cover the screen until the processor has time.
  if (leftMs > 0) setTimeout(leave, leftMs);
  else leave();
}

/** Shows the startup failure. `public/theme.js` draws it, because the failure may be that of this code itself. */
export function showStartupFailure(error: unknown): void {
  const isMissing = error instanceof EngineError && error.key === 'engine.noWebAssembly';
  const detail = isMissing ? { key: 'noWebAssembly' } : { text: messageOf(error) };
  dispatchEvent(new CustomEvent('startup-failure', { detail }));
}
