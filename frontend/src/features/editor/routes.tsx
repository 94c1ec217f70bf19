import { useEffect, useState } from 'react';
import { getI18n } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { Locale } from '../../config/constants';
import { loadArticle } from '../../engine/article';
import type { ArticleModule } from '../../engine/types';
import { localeOf } from '../../i18n';
import { type StorageError, storageError } from '../../storage/errors';
import { type FirstData, readFirstData, volatileFirstData } from '../../storage/first-data';
import { EditorPage } from './editor-page';
import { firstWords } from './first-words';
import { fetchMonacoAhead } from './monaco/fetch-ahead';
import { Library } from './posts/library';
import { Workbench } from './workbench';

interface Loaded {
  data: FirstData;
  module: ArticleModule;
  locale: Locale;
  storageFailure: StorageError | null;
}

/** Reads the stored article while the engine starts. Without storage the editor works and says so. */
export async function loader(): Promise<Loaded> {
  const i18n = getI18n();
  const locale = localeOf(i18n);
  const words = firstWords(i18n.getFixedT(locale, 'editor'), locale);
  const reading = readFirstData(words).then(
    (data) => ({ data, storageFailure: null }),
    async (error: unknown) => ({
      data: await volatileFirstData(words),
      storageFailure: storageError(error),
    }),
  );
  const [module, read] = await Promise.all([loadArticle(), reading]);
  // The network is free from here on, while the first preview is made. Touch screens get no Monaco.
  if (!matchMedia('(pointer: coarse)').matches) fetchMonacoAhead(locale);
  return { ...read, module, locale };
}

/** Door of the feature: one workbench for as long as the page stands. */
export function Component() {
  const { data, module, locale, storageFailure } = useLoaderData<Loaded>();
  const [{ workbench, library }] = useState(() => {
    const made = new Workbench(data, module, locale);
    return { workbench: made, library: new Library(made) };
  });
  useEffect(() => {
    if (storageFailure !== null) {
      workbench.store.set({ save: { kind: 'failed', error: storageFailure } });
    }
  }, [workbench, storageFailure]);
  return <EditorPage workbench={workbench} library={library} />;
}
