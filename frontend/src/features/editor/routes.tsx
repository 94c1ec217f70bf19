import { useEffect, useState } from 'react';
import { getI18n } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { Locale } from '../../config/constants';
import { ARTICLE_VERSION, loadArticle } from '../../engine/article';
import type { ArticleModule } from '../../engine/types';
import { localeOf } from '../../i18n';
import { readCachedPreview } from '../../storage/cached-preview';
import { type StorageError, storageError } from '../../storage/errors';
import { type FirstData, readFirstData, volatileFirstData } from '../../storage/first-data';
import { EditorPage } from './editor-page';
import { firstWords, tutorial } from './first-words';
import { fetchMonacoAhead } from './monaco/fetch-ahead';
import { Library } from './posts/library';
import { Workbench } from './workbench';
import { cachePreviews } from './workbench/cache-preview';
import {
  checkedPreview,
  type FirstPreview,
  matching,
  renderKeyOf,
} from './workbench/first-preview';
import { textOf } from './workbench/post-session';

interface Loaded {
  data: FirstData;
  /** The article module, or what is shown until it arrives. */
  start: ArticleModule | FirstPreview;
  module: Promise<ArticleModule>;
  locale: Locale;
  storageFailure: StorageError | null;
}

/**
 * Reads the stored article while the engine starts. Without storage the editor works and says so.
 *
 * An article whose rendered blocks are known does not wait for the engine.
 */
export async function loader(): Promise<Loaded> {
  const i18n = getI18n();
  const locale = localeOf(i18n);
  let first: Promise<FirstPreview> | undefined;
  const words = {
    ...firstWords(i18n.getFixedT(locale, 'editor'), locale),
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
  const reading = readFirstData(words).then(
    (data) => ({ data, storageFailure: null }),
    async (error: unknown) => ({
      data: await volatileFirstData(words),
      storageFailure: storageError(error),
    }),
  );
  const module = loadArticle();
  // The network is free from there on, while the first preview is made. Touch screens get no Monaco.
  // A failure is met where the module is waited for.
  module.then(
    () => matchMedia('(pointer: coarse)').matches || fetchMonacoAhead(locale),
    () => undefined,
  );
  const [read, preview] = await Promise.all([reading, readingPreview]);
  const { settings, post } = read.data;
  const start = matching(await (first ?? preview), textOf(post), renderKeyOf(settings, locale));
  return { ...read, start: start ?? (await module), module, locale };
}

/** Entry of the feature: one workbench as long as the page is open. */
export function Component() {
  const { data, start, module, locale, storageFailure } = useLoaderData<Loaded>();
  const [{ workbench, library }] = useState(() => {
    const made = new Workbench(data, start, locale);
    return { workbench: made, library: new Library(made) };
  });
  useEffect(() => {
    if (storageFailure !== null) {
      workbench.store.set({ save: { kind: 'failed', error: storageFailure } });
    }
  }, [workbench, storageFailure]);
  useEffect(() => {
    const connected = workbench.renderer.isConnected
      ? Promise.resolve()
      : module.then((arrived) => workbench.connect(arrived));
    let stop: (() => void) | undefined;
    let isOver = false;
    connected.then(
      () => {
        if (!isOver) stop = cachePreviews(workbench);
      },
      (error: unknown) => workbench.renderer.fail(error),
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [workbench, module]);
  return <EditorPage workbench={workbench} library={library} />;
}
