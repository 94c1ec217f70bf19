import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Locale } from '../../../config/constants';
import { loadArticle } from '../../../engine/article';
import { ArticleSession } from '../../../engine/article-session';
import type { ArticleModule, StyleOptions } from '../../../engine/types';
import { whenIdle } from '../../../lib/browser/when-idle';
import finishedEn from './finished.en.json';
import finishedZh from './finished.zh-CN.json';
import { type FinishedSample, SAMPLES, sampleOptions } from './sample';
import { ShadowArticle } from './shadow-article';

export const FINISHED: Record<Locale, FinishedSample> = { 'zh-CN': finishedZh, en: finishedEn };

interface LiveArticle {
  /** The engine is loading, loaded, or failed to load. */
  status: 'waiting' | 'ready' | 'failed';
  /** Time of the last edit from text to page, in milliseconds. */
  timeMs: number | null;
}

/** Shows `text` in `host`: the prerendered sample at once, and the edited text as soon as the engine is loaded. */
export function useLiveArticle(
  host: RefObject<HTMLElement | null>,
  text: string,
  style: StyleOptions,
  locale: Locale,
): LiveArticle {
  const shown = useRef<ShadowArticle | null>(null);
  const session = useRef<ArticleSession | null>(null);
  const [module, setModule] = useState<ArticleModule | null>(null);
  const [live, setLive] = useState<LiveArticle>({ status: 'waiting', timeMs: null });

  useEffect(() => {
    if (host.current === null) return;
    shown.current = new ShadowArticle(host.current);
    session.current = null;
    shown.current.setLanguage(locale);
    shown.current.setCss(FINISHED[locale].css);
    shown.current.show(FINISHED[locale].blocks.map((html) => ({ html, hasRawHtml: false })));
  }, [host, locale]);

  useEffect(
    () =>
      whenIdle(() => {
        loadArticle().then(setModule, () => setLive({ status: 'failed', timeMs: null }));
      }, 600),
    [],
  );

  useEffect(() => {
    if (module !== null) shown.current?.setCss(module.themeCss(style));
  }, [module, style]);

  useEffect(() => {
    const article = shown.current;
    if (module === null || article === null) return;
    try {
      const isFirst = session.current === null;
      session.current ??= new ArticleSession(module, sampleOptions(locale));
      const begin = performance.now();
      const patch = session.current.update(text);
      if (isFirst) article.show(session.current.blocks);
      else article.apply(patch);
      const timeMs = performance.now() - begin;
      setLive({ status: 'ready', timeMs: isFirst && text === SAMPLES[locale] ? null : timeMs });
      if (session.current.lacksEmojiNames) {
        const mine = session.current;
        void showEmoji(module, mine, article, () => session.current === mine);
      }
    } catch {
      setLive({ status: 'failed', timeMs: null });
    }
  }, [module, text, locale]);

  return live;
}

/** Renders once more with the names of emoji; without them the article shows the names. */
async function showEmoji(
  module: ArticleModule,
  session: ArticleSession,
  article: ShadowArticle,
  isShown: () => boolean,
): Promise<void> {
  try {
    await module.loadEmojiNames();
    if (isShown() && session.lacksEmojiNames) article.apply(session.setOptions(session.options));
  } catch {
    // The article stays as it is.
  }
}
