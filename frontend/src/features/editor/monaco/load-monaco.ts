import type { Locale } from '../../../config/constants';

/** The parts of Monaco that this app uses. */
export type Monaco = typeof import('./monaco-parts');

let loading: Promise<Monaco> | undefined;

/**
 * Monaco, fetched once. Its own words are those of the language at the first call.
 * Rejects when it does not arrive; the next call tries again.
 */
export function loadMonaco(locale: Locale): Promise<Monaco> {
  loading ??= load(locale).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(locale: Locale): Promise<Monaco> {
  // Monaco reads its words while its modules run, so they come first.
  if (locale === 'zh-CN') await import('monaco-editor/nls/lang/zh-cn');
  return import('./monaco-parts');
}
