// The sheet on which both pipelines show the article: the preview's own document, in its frame.
import codeTheme from 'highlight.js/styles/github.css?inline';
import { frameDocument } from '../../../frontend/src/features/editor/preview/frame-document';

/** An empty preview of 720 px in place of the one before, wearing `theme`. */
export async function openFrame(theme: string): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 720px; height: 800px; border: 0';
  frame.srcdoc = frameDocument('zh-CN', 'preview');
  await new Promise((loaded) => {
    frame.addEventListener('load', loaded, { once: true });
    find(document, '#preview').replaceChildren(frame);
  });
  const sheet = frame.contentDocument;
  if (sheet === null) throw new Error('the frame has no document');
  find(sheet, '#theme').textContent = theme;
  find(sheet, '#code-theme').textContent = codeTheme;
  void rootOf(sheet).offsetHeight;
  return sheet;
}

/** The element that holds the article. */
export function rootOf(sheet: Document): HTMLElement {
  return find(sheet, 'section.article');
}

function find(within: Document, selector: string): HTMLElement {
  const element = within.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`no element ${selector}`);
  return element;
}
