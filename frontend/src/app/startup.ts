import { LOCALES, type Locale, SPLASH_MS } from '../config/constants';
import { paths } from '../config/paths';
import { loadArticle } from '../engine/article';
import { EngineError } from '../engine/errors';
import { messageOf } from '../lib/keyed-error';
import { database } from '../storage/db';
import { readLocale } from '../storage/local';

/** Asks for what the first screen needs while its code is still on the way. Failures are met again by the screen. */
export function warmUp(): void {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('engine.noWebAssembly', 'WebAssembly is missing');
  }
  if (location.pathname === paths.editor) {
    loadArticle().catch(() => undefined);
    database().catch(() => undefined);
  }
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

// The failure may be that of the words themselves, so these stand here, in both languages.
const WORDS = {
  'zh-CN': {
    title: '应用启动失败',
    advice: '请刷新页面重试；若仍无法打开，请联系技术支持，并附上下面的错误信息。',
    noWebAssembly: '这个浏览器不支持 WebAssembly。请换用新版 Chrome、Edge、Safari 或 Firefox。',
    reload: '刷新页面',
  },
  en: {
    title: 'Application failed to start',
    advice:
      'Please refresh the page. If it still does not open, contact support and include the error text below.',
    noWebAssembly:
      'This browser does not support WebAssembly. Please use a recent Chrome, Edge, Safari or Firefox.',
    reload: 'Refresh the page',
  },
};

/** The startup failure, drawn without React and without anything that may itself have failed. */
export function showStartupFailure(error: unknown): void {
  document.getElementById('splash')?.remove();
  const locale = readLocale();
  const words = WORDS[locale];
  document.documentElement.lang = locale;
  document.title = words.title;
  const make = (tag: string, text: string, css: string) => {
    const element = document.createElement(tag);
    element.textContent = text;
    element.style.cssText = css;
    return element;
  };
  const main = make(
    'main',
    '',
    'min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;text-align:center;font:14px/1.7 system-ui,sans-serif',
  );
  main.setAttribute('role', 'alert');
  const isMissing = error instanceof EngineError && error.key === 'engine.noWebAssembly';
  const reload = make(
    'button',
    words.reload,
    'height:40px;padding:0 16px;border:0;border-radius:6px;background:#0f4c81;color:#fff;font:500 14px system-ui,sans-serif;cursor:pointer',
  );
  reload.addEventListener('click', () => location.reload());
  main.append(
    make('h1', words.title, 'margin:0;font-size:20px;font-weight:500'),
    make('p', words.advice, 'margin:0;max-width:28em'),
    make(
      'pre',
      isMissing ? words.noWebAssembly : messageOf(error),
      'margin:0;max-width:40em;padding:12px 16px;border-radius:8px;background:rgb(128 128 128/.15);white-space:pre-wrap;overflow-wrap:anywhere;text-align:left;font-size:12px',
    ),
    reload,
  );
  document.body.replaceChildren(main);
}
