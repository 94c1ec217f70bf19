import type { Locale } from '../../../config/constants';

/**
 * Fetches Monaco's files without running them, so that they are ready after the first preview.
 *
 * The build names them (`vite.config.ts`); in development there is nothing to name.
 */
export function fetchMonacoAhead(locale: Locale): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="first-screens"]');
  if (meta === null) return;
  const named = JSON.parse(meta.content) as Record<string, string[] | undefined>;
  for (const href of [...(named.monaco ?? []), ...(named[`monaco ${locale}`] ?? [])]) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = href.endsWith('.css') ? 'style' : 'script';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}
