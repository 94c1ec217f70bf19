import type { Block, Patch } from '../../../engine/types';
import { decodePart } from '../../../lib/addresses/percent-encoding';
import { BLOCKS_PARENT, wouldShowGroups } from './block-groups';
import { markBlockItems } from './block-items';
import { BlockList } from './block-list';
import { clickedLine, collectedLine, isCollected } from './clicked-line';
import type { SheetId } from './frame-document';
import { escapeHtml } from './patch-highlighting';
import { blockGeometry, type LineGeometry } from './scroll-map';
import type { LaidOutPane } from './scroll-sync';
import { selectionHtml } from './selection-html';
import type { Slots } from './slots';

interface PreviewHost {
  /** Sanitizes the author's own HTML; null while that cannot be done. */
  sanitize(html: string): string | null;
  /** Shows the images that the browser keeps. The nodes are not in the page yet. */
  showImages(nodes: DocumentFragment): void;
  /** The source of what is shown. */
  source(): string;
  /** The reader clicked what stands in this source line (1-based). */
  onPick(line: number): void;
  /** The reader clicked a link that leads out of the article. */
  onLink(href: string): void;
  /** The reader copies a part of the article. `html` is as the engine would render it. */
  onCopy(html: string): void;
}

/** The article in the preview's document. */
export class PreviewFrame implements LaidOutPane {
  readonly #document: Document;
  readonly #window: Window;
  readonly #blocks: BlockList;
  readonly #slots: Slots;
  readonly #host: PreviewHost;
  #startLines: Uint32Array = new Uint32Array();
  #endLine = 1;

  /** `document` is that of `frameDocument`, loaded. */
  constructor(document: Document, slots: Slots, host: PreviewHost) {
    this.#document = document;
    this.#window = document.defaultView ?? window;
    this.#slots = slots;
    this.#host = host;
    const root = document.querySelector<HTMLElement>('section.article');
    if (root === null) throw new Error('the preview has no root');
    this.#blocks = new BlockList(
      root,
      (block) => this.#present(block),
      (nodes) => {
        markBlockItems(nodes);
        host.showImages(nodes);
      },
    );
    document.addEventListener('click', (event) => this.#clicked(event));
    document.addEventListener('copy', (event) => this.#copied(event));
    // A click with the middle button fires another event.
    document.addEventListener('auxclick', (event) => event.preventDefault());
    document.addEventListener('submit', (event) => event.preventDefault());
  }

  /** Shows the changes. `lineCount` is the number of source lines. */
  apply(patch: Patch, lineCount: number): void {
    this.#startLines = patch.startLines;
    this.#endLine = lineCount + 1;
    this.#slots.fill(this.#blocks.apply(patch.ops, (placement) => this.#slots.prepare(placement)));
  }

  /** The sanitizer has arrived: shows the author's own HTML. */
  refreshRawHtml(): void {
    const refreshed = this.#blocks
      .refresh((block) => block.hasRawHtml)
      .map((placed) => ({ placed, replaced: undefined }));
    for (const placement of refreshed) this.#slots.prepare(placement);
    this.#slots.fill(refreshed);
  }

  setSheet(id: SheetId, css: string): void {
    const sheet = this.#document.getElementById(id);
    if (sheet === null) return;
    if (id === 'own') this.#blocks.allowGroups(!wouldShowGroups(css));
    // Themes know the blocks as children of the article. The other selector weighs as much.
    const shown = id === 'theme' ? css.replaceAll('.article >', `${BLOCKS_PARENT} >`) : css;
    if (sheet.textContent !== shown) sheet.textContent = shown;
  }

  setWidth(width: 'mobile' | 'full'): void {
    this.#document.body.dataset.width = width;
  }

  /** Shows the same at the upper edge after a change of styles as before it. */
  keepPlace(change: () => void): void {
    const { scrollTop } = this.port();
    // By blocks, as several may begin at one line.
    const count = this.#startLines.length;
    const blocks = () => this.#geometry([...Array(count).keys()], count);
    const place = scrollTop > 0 ? blocks().lineAt(scrollTop) : null;
    change();
    if (place !== null) this.scrollTo(blocks().yOf(place));
  }

  setLanguage(language: string): void {
    this.#document.documentElement.lang = language;
  }

  port() {
    const scroller = this.#scroller();
    return {
      scrollTop: scroller.scrollTop,
      // A hidden frame goes on telling the height that it had.
      viewHeight: scroller.getClientRects().length === 0 ? 0 : scroller.clientHeight,
      contentHeight: scroller.scrollHeight,
    };
  }

  lines(): LineGeometry {
    return this.#geometry(this.#startLines, this.#endLine);
  }

  scrollTo(y: number): void {
    this.#scroller().scrollTop = y;
  }

  onScroll(listen: () => void): () => void {
    this.#document.addEventListener('scroll', listen, { passive: true });
    return () => this.#document.removeEventListener('scroll', listen);
  }

  onIntent(listen: () => void): () => void {
    const events = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
    for (const name of events) this.#window.addEventListener(name, listen, { passive: true });
    return () => {
      for (const name of events) this.#window.removeEventListener(name, listen);
    };
  }

  onLayout(listen: () => void): () => void {
    const observer = new ResizeObserver(listen);
    observer.observe(this.#blocks.root);
    return () => observer.disconnect();
  }

  #geometry(startLines: ArrayLike<number>, endLine: number): LineGeometry {
    const scroller = this.#scroller();
    const offset = scroller.scrollTop;
    return blockGeometry(
      startLines,
      endLine,
      (index) => this.#topOf(index) + offset,
      () => scroller.scrollHeight,
    );
  }

  #scroller(): Element {
    return this.#document.scrollingElement ?? this.#document.documentElement;
  }

  // A block without an element has the position of the next one.
  #topOf(index: number): number {
    for (let i = index; i < this.#blocks.length; i += 1) {
      const element = this.#blocks.elementAt(i);
      if (element !== null) return element.getBoundingClientRect().top;
    }
    return this.#blocks.root.getBoundingClientRect().bottom;
  }

  #present(block: Block): string {
    if (!block.hasRawHtml) return block.html;
    const escaped = `<pre class="raw-pending">${escapeHtml(block.html)}</pre>`;
    try {
      return this.#host.sanitize(block.html) ?? escaped;
    } catch {
      return escaped;
    }
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element | null;
    if (target === null) return;
    const link = target.closest('a, area');
    if (link !== null) {
      // A link would leave the app, so it is blocked; a link within the article scrolls there.
      event.preventDefault();
      const href = link.getAttribute('href') ?? '';
      if (href.startsWith('#')) this.#jump(href);
      else this.#host.onLink(href);
      return;
    }
    if (this.#hasSelection()) return;
    const index = this.#blocks.indexOf(target);
    if (index === -1) return;
    const line = this.#lineOf(index, target, event.clientY);
    if (line !== null) this.#host.onPick(line);
  }

  #lineOf(index: number, target: Element, y: number): number | null {
    const lines = this.#host.source().split('\n');
    const block = this.#blocks.elementAt(index);
    if (block !== null && isCollected(block)) return collectedLine(block, target, lines);
    const first = this.#startLines[index] ?? 1;
    let next = index + 1;
    // What is collected from the text has no lines of its own.
    while (isCollected(this.#blocks.elementAt(next))) next += 1;
    const end = Math.max(first, (this.#startLines[next] ?? this.#endLine) - 1);
    // The author's own HTML may be several elements.
    if (block === null || !block.contains(target)) {
      const line = Math.floor(this.lines().lineAt(y + this.#scroller().scrollTop));
      return Math.min(Math.max(first, line), end);
    }
    return first + clickedLine({ block, target, y, lines: lines.slice(first - 1, end) });
  }

  #copied(event: ClipboardEvent): void {
    const html = selectionHtml(this.#blocks.root, this.#document.getSelection());
    if (html === null) return;
    event.preventDefault();
    this.#host.onCopy(html);
  }

  #jump(href: string): void {
    const id = decodePart(href.slice(1));
    this.#document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }

  #hasSelection(): boolean {
    const selection = this.#document.getSelection();
    return selection !== null && !selection.isCollapsed;
  }
}
