import type { TFunction } from 'i18next';
import type { Locale } from '../../config/constants';
import { ARTICLE_VERSION, loadArticle } from '../../engine/article';
import type { ArticleModule } from '../../engine/types';
import { readCachedPreview } from '../../storage/cached-preview';
import { type StorageError, storageError } from '../../storage/errors';
import {
  type FirstData,
  type Opening,
  openFirstData,
  volatileFirstData,
} from '../../storage/first-data';
import { firstWords, tutorial } from './first-words';
import type { Workbench } from './workbench';
import {
  checkedPreview,
  type FirstPreview,
  matching,
  renderKeyOf,
} from './workbench/first-preview';
import { textOf } from './workbench/post-session';

/** What the editor begins with. */
export interface Start {
  data: FirstData;
  /** The article module, or what is shown until it arrives. */
  start: ArticleModule | FirstPreview;
  /** The database is in order; rejects with {@link StorageError}. */
  settled: Promise<FirstData>;
  /** Why there is no database. The editor works without one. */
  storageFailure: StorageError | null;
}

/**
 * Reads the stored article and what is known of its preview.
 *
 * An article whose blocks are known does not wait for the article module, and the module does not compete with them for
 * the network and the processor: {@link connectWhenWanted} loads it afterwards. Errors: `engine.load`.
 */
export async function startEditor(t: TFunction<'editor'>, locale: Locale): Promise<Start> {
  let first: Promise<FirstPreview> | undefined;
  const words = {
    ...firstWords(t, locale),
    // Asked for at the first start only.
    content: async () => {
      first = tutorial(locale);
      return (await first).text;
    },
  };
  const readingPreview = readCachedPreview().then(
    (cached) => checkedPreview(cached, ARTICLE_VERSION),
    () => null,
  );
  const { storageFailure, settled, ...data } = await openFirstData(words).then(
    (opening: Opening) => ({ ...opening, storageFailure: null }),
    async (error: unknown) => {
      const made = await volatileFirstData(words);
      return { ...made, settled: Promise.resolve(made), storageFailure: storageError(error) };
    },
  );
  const known = await (first ?? readingPreview);
  const start = matching(known, textOf(data.post), renderKeyOf(data.settings, locale));
  return { data, settled, storageFailure, start: start ?? (await loadArticle()) };
}

/**
 * Loads the article module for an article that began without it: after the source editor, or as soon as something
 * cannot wait. Errors: `engine.load`, which the workbench shows as well.
 */
export async function connectWhenWanted(workbench: Workbench): Promise<void> {
  if (workbench.renderer.isConnected) return;
  await Promise.race([workbench.view.sourceReady, workbench.renderer.wanted]);
  try {
    await workbench.connect(await loadArticle());
  } catch (error) {
    workbench.renderer.fail(error);
    throw error;
  }
}
