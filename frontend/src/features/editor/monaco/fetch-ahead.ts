import type { Locale } from '../../../config/constants';

/**
 * Fetches Monaco's files and has its code compiled, without running it, so that it is ready after the first preview.
 * A module that is only fetched would be compiled on the main thread when it is wanted.
 *
 * The build names them (`vite.config.ts`); in development there is nothing to name.
 */
export function fetchMonacoAhead(locale: Locale): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="first-screens"]');
  if (meta === null) return;
  const named = JSON.parse(meta.content) as Record<string, string[] | undefined>;
  for (const href of [...(named.monaco ?? []), ...(named[`monaco ${locale}`] ?? [])]) {
    const link = document.createElement('link');
    if (href.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    } else {
      link.rel = 'modulepreload';
    }
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}
