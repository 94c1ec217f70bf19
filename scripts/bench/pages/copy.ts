// Copying an article for WeChat, by the editor's own steps: blocks, slots, fills, the export chain.
import codeTheme from 'highlight.js/styles/github.css?inline';
import juice from 'juice/client';
import { loadArticle } from '../../../frontend/src/engine/article';
import { ArticleSession } from '../../../frontend/src/engine/article-session';
import { CodeCache, openHighlightWorker } from '../../../frontend/src/engine/code-cache';
import { loadExport } from '../../../frontend/src/engine/export';
import { loadMath } from '../../../frontend/src/engine/math';
import { collectArticle } from '../../../frontend/src/features/editor/export/collect-article';
import { fillSlots } from '../../../frontend/src/features/editor/export/fill-slots';
import { options, style } from './choices';

const colors = new CodeCache(openHighlightWorker);

/**
 * Copies `text` for WeChat.
 *
 * `fill`: milliseconds for the content of code and formulas; `chain`: the rest, from blocks to HTML;
 * `export`: of that, from filled slots to HTML for WeChat; `juice`: what juice needs only to inline the same style
 * sheets into the same HTML; `bytes`, `characters`: size of the HTML.
 */
async function copyArticle(text: string) {
  const [article, exporter] = await Promise.all([loadArticle(), loadExport()]);
  const session = new ArticleSession(article, options);
  session.update(text);
  if (session.lacksEmojiNames) {
    await article.loadEmojiNames();
    session.setOptions(options);
  }
  const css = [article.themeCss(style), codeTheme].join('\n');
  const start = performance.now();
  const html = collectArticle(session.blocks, exporter.sanitize);
  const slots = exporter.slots(html);
  const found = performance.now();
  const { fills } = await fillSlots(slots, {
    code: (language, source) => colors.get(language, source),
    loadMath: async () => (await loadMath()).formulaSvg,
    diagram: () => Promise.resolve({ error: new Error('the measured article has no diagrams') }),
  });
  const filled = performance.now();
  const request = { html, css, fills, title: '', language: 'zh-CN' };
  const copied = exporter.exportArticle({ ...request, target: 'wechat' });
  const end = performance.now();
  const same = exporter.exportArticle({ ...request, target: 'preview' }).html;
  const before = performance.now();
  juice.inlineContent(same, css, { inlinePseudoElements: true, preserveImportant: true });
  const inlined = performance.now();
  return {
    export: end - filled,
    juice: inlined - before,
    fill: filled - found,
    chain: found - start + (end - filled),
    bytes: new TextEncoder().encode(copied.html).length,
    characters: copied.html.length,
  };
}

Object.assign(window, { copyArticle, ready: Promise.resolve(true) });
