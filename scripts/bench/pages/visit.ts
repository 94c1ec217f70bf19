// A visit to the editor, up to the first preview, made of the editor's own modules in the order of its loader
// (features/editor/routes.tsx): what was cached, or the tutorial that the build has rendered, or else the engine.
//
// `?article=100000` opens that article; without it this is a first visit, and the article is the tutorial.
import { ARTICLE_VERSION, loadArticle } from '../../../frontend/src/engine/article';
import { CodeCache } from '../../../frontend/src/engine/code-cache';
import { tutorial } from '../../../frontend/src/features/editor/first-words';
import { Diagrams } from '../../../frontend/src/features/editor/preview/diagrams';
import { Formulas } from '../../../frontend/src/features/editor/preview/formulas';
import { PreviewFrame } from '../../../frontend/src/features/editor/preview/preview-frame';
import { Slots } from '../../../frontend/src/features/editor/preview/slots';
import { Workbench } from '../../../frontend/src/features/editor/workbench';
import { cachePreviews } from '../../../frontend/src/features/editor/workbench/cache-preview';
import {
  checkedPreview,
  type FirstPreview,
  matching,
  renderKeyOf,
} from '../../../frontend/src/features/editor/workbench/first-preview';
import { readCachedPreview } from '../../../frontend/src/storage/cached-preview';
import { type FirstData, readFirstData } from '../../../frontend/src/storage/first-data';
import { openFrame, rootOf } from './frame';

/** Nobody behind the cache: code stays plain, as it does until the worker has answered. */
const noWorker = () => ({ postMessage() {}, onAnswer() {}, onFailure() {}, close() {} });
const locale = 'zh-CN';

const size = new URLSearchParams(location.search).get('article');
/** Both sides fetch the text of an article: the product reads it from the database. */
const arriving =
  size === null ? undefined : fetch(`/articles/${size}.md`).then((answer) => answer.text());

async function visit(): Promise<Workbench> {
  let first: Promise<FirstPreview> | undefined;
  const module = loadArticle();
  const readingPreview = readCachedPreview().then((cached) =>
    checkedPreview(cached, ARTICLE_VERSION),
  );
  const data = await readFirstData({
    knowledgeBaseName: '我的知识库',
    knowledgeBaseDescription: '',
    postTitle: '内容 1',
    content: async () => {
      first = tutorial(locale);
      return (await first).text;
    },
  });
  const text = (await arriving) ?? data.post?.content ?? '';
  const opened: FirstData = {
    ...data,
    post: data.post === null ? null : { ...data.post, content: text },
  };
  const known = (await readingPreview) ?? (await first) ?? null;
  const start = matching(known, text, renderKeyOf(data.settings, locale));
  const workbench = new Workbench(opened, start ?? (await module), locale);
  await show(workbench);
  performance.mark('preview');
  if (!workbench.renderer.isConnected) await workbench.connect(await module);
  return workbench;
}

/** Shows the article, laid out, in a frame as wide as the peer's. */
async function show(workbench: Workbench): Promise<void> {
  const sheet = await openFrame('');
  const slots = new Slots(new CodeCache(noWorker), new Formulas(), new Diagrams(), {
    onFormulaCss: (css) => preview.setSheet('katex', css),
    errorText: (_kind, cause) => String(cause),
  });
  const preview = new PreviewFrame(sheet, slots, {
    sanitize: (html) => workbench.renderer.sanitize(html),
    onPick() {},
    onCopy() {},
  });
  workbench.view.attachPreview(preview);
  void rootOf(sheet).offsetHeight;
}

const visited = visit();
Object.assign(window, {
  ready: visited.then(() => true),
  /** Waits until the next visit will find what this one shows. */
  cached: async () => {
    const workbench = await visited;
    const stop = cachePreviews(workbench);
    for (;;) {
      const cached = checkedPreview(await readCachedPreview(), ARTICLE_VERSION);
      if (cached?.text === workbench.text) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    stop();
  },
});
