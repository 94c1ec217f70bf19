import { useEffect, useState } from 'react';
import { getI18n } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { Locale } from '../../config/constants';
import { localeOf } from '../../i18n';
import { storageError } from '../../storage/errors';
import { EditorPage } from './editor-page';
import { fetchMonacoAhead } from './monaco/fetch-ahead';
import { Library } from './posts/library/library';
import { connectWhenWanted, type Start, startEditor } from './start';
import { Workbench } from './workbench';
import { cachePreviews } from './workbench/cache-preview';

interface Loaded extends Start {
  locale: Locale;
}

/** What the editor begins with; see {@link startEditor}. */
export async function loader(): Promise<Loaded> {
  const i18n = getI18n();
  const locale = localeOf(i18n);
  const start = await startEditor(i18n.getFixedT(locale, 'editor'), locale);
  // Everything for the first preview has arrived: the network is free. Touch screens get no Monaco.
  if (!matchMedia('(pointer: coarse)').matches) fetchMonacoAhead(locale);
  return { ...start, locale };
}

/** One workbench has what it began with: an address that changes brings nothing new. */
export const shouldRevalidate = () => false;

/** Entry of the feature: one workbench as long as the page is open. */
export function Component() {
  const { data, start, settled, locale, storageFailure } = useLoaderData<Loaded>();
  const [{ workbench, library }] = useState(() => {
    const made = new Workbench(data, start, locale);
    const stored = storageFailure === null ? settled : undefined;
    return { workbench: made, library: new Library(made, undefined, stored) };
  });
  useEffect(() => {
    const show = (error: unknown) =>
      workbench.store.set({ save: { kind: 'failed', error: storageError(error) } });
    if (storageFailure !== null) show(storageFailure);
    else settled.catch(show);
  }, [workbench, settled, storageFailure]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    connectWhenWanted(workbench).then(
      () => {
        if (!isOver) stop = cachePreviews(workbench);
      },
      // The workbench shows it.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [workbench]);
  return <EditorPage workbench={workbench} library={library} />;
}
