import { useEffect, useRef, useState } from 'react';
import { getI18n, useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { loadArticle } from '../../../engine/article';
import { CodeCache, openHighlightWorker } from '../../../engine/code-cache';
import { Diagrams } from '../../../engine/diagrams/diagrams';
import type { ArticleModule } from '../../../engine/types';
import { localeOf } from '../../../i18n';
import { type FirstData, volatileFirstData } from '../../../storage/first-data';
import { AiSession } from '../ai/ai-session';
import { AiContext } from '../ai/use-ai';
import { useWorkbench, WorkbenchProvider } from '../editor-context';
import { ExportPartsContext } from '../export/parts-context';
import { firstWords, tutorial } from '../first-words';
import { Images } from '../images/images';
import { ImagesContext } from '../images/use-images';
import { PreviewPane } from '../preview-pane/preview-pane';
import { SourcePane } from '../source-pane';
import { Workbench } from '../workbench';
import { lineDifference } from './line-difference';

interface Loaded {
  data: FirstData;
  module: ArticleModule;
}

/** The tutorial twice, which nothing writes. Source: specification §2, /test/sync-scroll. */
export async function loader(): Promise<Loaded> {
  const i18n = getI18n();
  const locale = localeOf(i18n);
  const words = firstWords(i18n.getFixedT(locale, 'editor'), locale);
  const { text } = await tutorial(locale);
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  const [module, data] = await Promise.all([
    loadArticle(),
    volatileFirstData({ ...words, content: async () => `${text}\n\n${body}` }),
  ]);
  return { module, data };
}

/** Both panes with a long read-only text, and the distance between their positions. */
export function Component() {
  const { data, module } = useLoaderData<Loaded>();
  const [page] = useState(() => {
    const workbench = new Workbench(data, module, localeOf(getI18n()));
    workbench.store.set({ isReadOnly: true });
    return {
      workbench,
      parts: { code: new CodeCache(openHighlightWorker), diagrams: new Diagrams() },
      images: new Images(workbench),
      ai: new AiSession(workbench),
    };
  });
  return (
    <WorkbenchProvider workbench={page.workbench}>
      <ExportPartsContext value={page.parts}>
        <ImagesContext value={page.images}>
          <AiContext value={page.ai}>
            <Screen parts={page.parts} />
          </AiContext>
        </ImagesContext>
      </ExportPartsContext>
    </WorkbenchProvider>
  );
}

function Screen({ parts }: { parts: { code: CodeCache; diagrams: Diagrams } }) {
  const { t } = useTranslation(['tools', 'editor']);
  useEffect(() => {
    document.title = t('syncScroll.title');
  }, [t]);
  return (
    <main className="flex h-dvh flex-col pt-(--inset-top) pb-(--inset-bottom)">
      <header className="flex h-14 shrink-0 items-center gap-4 border-line border-b px-4">
        <h1 className="shrink-0 font-medium text-lg max-md:text-base">{t('syncScroll.title')}</h1>
        <Readout />
      </header>
      <div className="flex min-h-0 grow max-md:flex-col">
        <section aria-label={t('editor:panes.edit')} className="flex min-h-0 grow basis-0 flex-col">
          <SourcePane />
        </section>
        <div className="min-h-0 grow basis-0 border-line border-l max-md:border-t max-md:border-l-0">
          <PreviewPane parts={parts} onCopyPart={() => undefined} />
        </div>
      </div>
    </main>
  );
}

/** The source lines at the upper edges of both panes, updated after every scroll. */
function Readout() {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const [state, setState] = useState({ source: 1, preview: 1 });
  const last = useRef('');
  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = requestAnimationFrame(read);
      const next = lineDifference(workbench.source, workbench.view.preview);
      const seen = next === null ? '' : `${next.source.toFixed(1)} ${next.preview.toFixed(1)}`;
      if (next === null || seen === last.current) return;
      last.current = seen;
      setState(next);
    };
    frame = requestAnimationFrame(read);
    return () => cancelAnimationFrame(frame);
  }, [workbench]);
  const difference = Math.abs(state.source - state.preview);
  return (
    <output
      data-testid="readout"
      data-difference={difference.toFixed(2)}
      className="text-ink-soft text-sm tabular-nums max-md:text-xs"
    >
      {t('syncScroll.readout', {
        source: state.source.toFixed(1),
        preview: state.preview.toFixed(1),
        difference: difference.toFixed(1),
      })}
    </output>
  );
}
