import type { Block, Patch } from '../../../engine/types';

/**
 * Styles around the article. Its background is white in both themes of the interface.
 * Fonts of Chinese give quotes the width of a Chinese letter: in English they come after one of Latin.
 */
const SHEET_CSS = `
:host{display:block;background:#fff;color-scheme:light}
.article{padding:20px 18px 32px;overflow-wrap:break-word}
.article>:first-child{margin-top:0}
.article:lang(en){font-family:-apple-system,"Helvetica Neue","Segoe UI",Arial,var(--font)}
.article img{max-width:100%}
.raw{white-space:pre-wrap;font:13px/1.7 ui-monospace,Menlo,Consolas,monospace;color:#5b6570}
`;

/** The sample as HTML whose shadow tree a browser makes without scripts. */
export function sampleHtml(language: string, css: string, blocks: readonly string[]): string {
  return `<template shadowrootmode="open"><style>${SHEET_CSS}</style><style>${css}</style><section class="article" lang="${language}">${blocks.join('')}</section></template>`;
}

/** An article in a shadow tree, which keeps its theme and the page's styles apart. */
export class ShadowArticle {
  readonly #theme = document.createElement('style');
  readonly #root = document.createElement('section');
  #elements: Element[] = [];

  constructor(host: HTMLElement) {
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const sheet = document.createElement('style');
    sheet.textContent = SHEET_CSS;
    this.#root.className = 'article';
    shadow.replaceChildren(sheet, this.#theme, this.#root);
    // A link would leave the page, or change its address; one within the article goes there.
    shadow.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null) return;
      event.preventDefault();
      const id = link.getAttribute('href')?.replace(/^#/, '') ?? '';
      const target = id === '' ? null : shadow.getElementById(id);
      if (target instanceof HTMLElement && host.parentElement !== null) {
        host.parentElement.scrollTop = target.offsetTop;
      }
    });
  }

  setCss(css: string): void {
    this.#theme.textContent = css;
  }

  setLanguage(language: string): void {
    this.#root.lang = language;
  }

  /** Replaces all blocks. */
  show(blocks: readonly Pick<Block, 'html' | 'hasRawHtml'>[]): void {
    this.#elements = blocks.map(elementOf);
    this.#root.replaceChildren(...this.#elements);
  }

  /** Changes the blocks that a patch names and leaves the others untouched. */
  apply(patch: Patch): void {
    for (const { at, remove, insert } of patch.ops) {
      const incoming = insert.map(elementOf);
      const outgoing = this.#elements.splice(at, remove, ...incoming);
      const next = this.#elements[at + incoming.length] ?? null;
      for (const element of outgoing) element.remove();
      for (const element of incoming) this.#root.insertBefore(element, next);
    }
  }
}

function elementOf(block: Pick<Block, 'html' | 'hasRawHtml'>): Element {
  if (!block.hasRawHtml) {
    const template = document.createElement('template');
    template.innerHTML = block.html;
    const element = template.content.firstElementChild;
    if (element !== null) return element;
  }
  // The author's own HTML needs the sanitizer, which this page does not load: its source is shown instead.
  const source = document.createElement('pre');
  source.className = 'raw';
  source.textContent = block.html;
  return source;
}
