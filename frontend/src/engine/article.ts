import { EngineError, engineError } from './errors';
import emojiUrl from './pkg/article/emoji.txt?url';
import init, { Engine, installEmojiNames, themeCss } from './pkg/article/moyan_article.js';
import wasmUrl from './pkg/article/moyan_article_bg.wasm?url';
import type { ArticleEngine, ArticleModule, RenderOptions } from './types';

/**
 * Names the module that this page uses: its address, which changes with its content.
 * In development it does not, and an outdated cached preview may be shown until the module arrives.
 */
export const ARTICLE_VERSION: string = wasmUrl;

let loading: Promise<ArticleModule> | undefined;
let loadingEmoji: Promise<void> | undefined;

/**
 * The article module, loaded and started once.
 *
 * - Errors: `engine.noWebAssembly` when the browser cannot run it, `engine.load` when it does not arrive.
 */
export function loadArticle(): Promise<ArticleModule> {
  loading ??= start().catch((error: unknown) => {
    loading = undefined;
    throw engineError(error, 'engine.load');
  });
  return loading;
}

async function start(): Promise<ArticleModule> {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('engine.noWebAssembly', 'WebAssembly is missing');
  }
  // The fetch repeats the page's preload exactly (mode and credentials), so the browser uses that answer.
  await init({ module_or_path: fetch(wasmUrl, { credentials: 'same-origin' }) });
  return {
    createEngine: (options: RenderOptions) => new Engine(options) as ArticleEngine,
    loadEmojiNames,
    themeCss,
  };
}

function loadEmojiNames(): Promise<void> {
  loadingEmoji ??= fetchEmojiNames().catch((error: unknown) => {
    loadingEmoji = undefined;
    throw engineError(error, 'engine.load');
  });
  return loadingEmoji;
}

async function fetchEmojiNames(): Promise<void> {
  const answer = await fetch(emojiUrl);
  if (!answer.ok) throw new Error(`names of emoji: status ${answer.status}`);
  installEmojiNames(await answer.text());
}
