import type { Locale } from '../../../config/constants';

/** The parts of Monaco that this app uses. */
export type Monaco = typeof import('./monaco-parts');

let loading: Promise<Monaco> | undefined;

/**
 * Monaco, loaded once. Its texts are in the language of the first call.
 * Rejects when it cannot be loaded; the next call tries again.
 */
export function loadMonaco(locale: Locale): Promise<Monaco> {
  loading ??= load(locale).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(locale: Locale): Promise<Monaco> {
  // Monaco reads its texts while its modules are evaluated, so they are loaded first.
  if (locale === 'zh-CN') await import('monaco-editor/nls/lang/zh-cn');
  return import('./monaco-parts');
}
