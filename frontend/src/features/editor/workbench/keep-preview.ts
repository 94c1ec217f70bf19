import { ARTICLE_VERSION } from '../../../engine/article';
import { debounce } from '../../../lib/debounce';
import { whenIdle } from '../../../lib/when-idle';
import { keepPreview } from '../../../storage/kept-preview';
import type { Workbench } from '../workbench';
import { type KeptPreview, keptBlocks, lookOf } from './first-preview';

/** How long typing must pause before the preview is kept, in milliseconds. */
const KEEP_DELAY_MS = 1500;

/**
 * Keeps what the preview shows for the next visit, when typing pauses and the browser is idle.
 *
 * Nothing depends on it: a failure means that the next visit waits for the module. The answer stops it.
 */
export function keepPreviews(workbench: Workbench): () => void {
  let last: KeptPreview | null = null;
  const keep = () => {
    const next = previewOf(workbench);
    if (next === null || (next.text === last?.text && next.look === last.look)) return;
    last = next;
    keepPreview(next).catch(() => undefined);
  };
  const delayed = debounce(KEEP_DELAY_MS, () => whenIdle(keep, KEEP_DELAY_MS));
  const stop = workbench.store.subscribe(() => delayed.schedule());
  delayed.schedule();
  return () => {
    stop();
    delayed.cancel();
  };
}

/** What the preview shows now; null while it is not the rendered text. */
function previewOf({ renderer, view, store, post, text }: Workbench): KeptPreview | null {
  const { settings, engineError } = store.get();
  if (post === null || engineError !== null || !renderer.isCurrent) return null;
  const blocks = keptBlocks(renderer.blocks);
  const [theme, codeTheme] = view.styleSheets();
  return {
    engine: ARTICLE_VERSION,
    look: lookOf(settings, renderer.locale),
    text,
    blocks,
    startLines: [...renderer.startLines.subarray(0, blocks.length)],
    css: { theme, codeTheme },
    sanitized: renderer.sanitizedFirst(),
  };
}
