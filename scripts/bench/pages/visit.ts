// A visit to the editor, up to the first preview: the editor's own start, workbench and preview, without the screen around.
//
// It shows the tutorial at the first time and later the stored article, which `keep` writes.
import type { TFunction } from 'i18next';
import { ARTICLE_VERSION } from '../../../frontend/src/engine/article';
import { CodeCache } from '../../../frontend/src/engine/code-cache';
import { Diagrams } from '../../../frontend/src/engine/diagrams/diagrams';
import { Formulas } from '../../../frontend/src/features/editor/preview/formulas';
import { PreviewFrame } from '../../../frontend/src/features/editor/preview/preview-frame';
import { Slots } from '../../../frontend/src/features/editor/preview/slots';
import { connectWhenWanted, startEditor } from '../../../frontend/src/features/editor/start';
import { Workbench } from '../../../frontend/src/features/editor/workbench';
import { cachePreviews } from '../../../frontend/src/features/editor/workbench/cache-preview';
import { checkedPreview } from '../../../frontend/src/features/editor/workbench/first-preview';
import {
  readCachedPreview,
  writeCachedPreview,
} from '../../../frontend/src/storage/cached-preview';
import { openFrame, rootOf } from './frame';

/** Nobody behind the cache: code stays plain, as it does until the worker has answered. */
const noWorker = () => ({ postMessage() {}, onAnswer() {}, onFailure() {}, close() {} });
const locale = 'zh-CN';
/** The words of the first records; none is on the sheet. */
const words = ((key: string) => key) as unknown as TFunction<'editor'>;

async function visit(): Promise<Workbench> {
  const { data, start } = await startEditor(words, locale);
  const workbench = new Workbench(data, start, locale);
  await show(workbench);
  performance.mark('preview');
  workbench.view.setSourceReady();
  await connectWhenWanted(workbench);
  return workbench;
}

/** Shows the article, laid out, in a frame as wide as the peer's. */
async function show(workbench: Workbench): Promise<void> {
  const sheet = await openFrame('');
  const slots = new Slots(
    new CodeCache(noWorker),
    new Formulas(),
    new Diagrams(),
    {
      onFormulaCss: (css) => preview.setSheet('katex', css),
      errorText: (_kind, cause) => String(cause),
    },
    workbench.view.sourceReady,
  );
  const preview = new PreviewFrame(sheet, slots, {
    sanitize: (html) => workbench.renderer.sanitize(html),
    showImages() {},
    source: () => '',
    onPick() {},
    onLink() {},
    onCopy() {},
  });
  workbench.view.attachPreview(preview);
  void rootOf(sheet).offsetHeight;
}

const visited = visit();
Object.assign(window, {
  ready: visited.then(() => true),
  /** Writes `text` as the author would, and waits until the next visit will find it and its preview. */
  keep: async (text: string) => {
    const workbench = await visited;
    workbench.setText(text);
    await workbench.saveWithFields();
    const stop = cachePreviews(workbench);
    for (;;) {
      const cached = checkedPreview(await readCachedPreview(), ARTICLE_VERSION);
      if (cached?.text === text) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    stop();
  },
  /** Removes the cached preview, so that the next visit finds the article as one that was never rendered here. */
  forget: () => writeCachedPreview(null),
});
