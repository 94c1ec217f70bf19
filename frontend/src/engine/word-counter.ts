import { loadArticle } from './article';
import type { RenderOptions } from './types';

/** Nothing of them changes how many words there are. */
const OPTIONS: RenderOptions = {
  legend: 'alt',
  citation: false,
  countStatus: false,
  breaks: true,
  macCodeBlock: true,
  lineNumbers: false,
  language: 'zh-CN',
};

/**
 * Runs `work` with what counts the words of a text, as the editor shows them and the server keeps them.
 *
 * Errors: those of `loadArticle`.
 */
export async function withWordCounter<T>(
  work: (count: (text: string) => number) => Promise<T>,
): Promise<T> {
  const module = await loadArticle();
  await module.loadEmojiNames();
  const engine = module.createEngine(OPTIONS);
  try {
    return await work((text) => {
      engine.update(text);
      return engine.info().stats.words;
    });
  } finally {
    engine.free();
  }
}
