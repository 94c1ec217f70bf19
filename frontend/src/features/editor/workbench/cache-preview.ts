import { ARTICLE_VERSION } from '../../../engine/article';
import { whenIdle } from '../../../lib/browser/when-idle';
import { debounce } from '../../../lib/debounce';
import { writeCachedPreview } from '../../../storage/cached-preview';
import type { Workbench } from '../workbench';
import { type CachedPreview, cachedBlocks, renderKeyOf } from './first-preview';

/** How long typing must pause before the preview is cached, in milliseconds. */
const CACHE_DELAY_MS = 1500;

/**
 * Caches what the preview shows for the next visit, when typing pauses and the browser is idle.
 *
 * Nothing depends on it: a failure means that the next visit waits for the module. Returns a function that cancels it.
 */
export function cachePreviews(workbench: Workbench): () => void {
  let last: CachedPreview | null = null;
  const cache = async () => {
    // The first paint of the next visit needs the colors of code too.
    await workbench.view.prepareCodeThemes();
    const { store, renderer, text, post } = workbench;
    const { settings, engineError } = store.get();
    if (post === null) {
      last = null;
      return writeCachedPreview(null);
    }
    const renderKey = renderKeyOf(settings, renderer.locale);
    if (text === last?.text && renderKey === last.renderKey) return;
    if (engineError !== null || !renderer.isCurrent) return;
    last = previewOf(workbench, renderKey);
    await writeCachedPreview(last);
  };
  const delayed = debounce(CACHE_DELAY_MS, () =>
    whenIdle(() => {
      cache().catch(() => undefined);
    }, CACHE_DELAY_MS),
  );
  const stop = workbench.store.subscribe(() => delayed.schedule());
  delayed.schedule();
  return () => {
    stop();
    delayed.cancel();
  };
}

function previewOf({ renderer, view, text }: Workbench, renderKey: string): CachedPreview {
  const blocks = cachedBlocks(renderer.blocks);
  const [theme, codeTheme] = view.styleSheets();
  return {
    engine: ARTICLE_VERSION,
    renderKey,
    text,
    blocks,
    startLines: [...renderer.startLines.subarray(0, blocks.length)],
    css: { theme, codeTheme },
    sanitized: renderer.sanitizedFirst(),
  };
}
