/** What is compared of a block: a letter, or a box as `<section alert>`; the edges are pixels from the block's upper left corner. */
export interface Part {
  name: string;
  left: number;
  top: number;
  /** Of boxes. How far the ink of a letter reaches depends on how an engine draws it. */
  right?: number;
  bottom?: number;
}

/** A block of an article as an engine lays it out. */
export interface Block {
  /** How its text begins; the element's name where it has none. */
  name: string;
  left: number;
  width: number;
  height: number;
  parts: Part[];
}

/** In all engines: its letters are whole pixels wide in each size of the themes, as WebKitGTK makes those of any font. */
export const FONT = 'Noto Sans Mono CJK SC';

/**
 * Runs in the page: takes away what `docs/deviations.md` names as the engine's own, so that everything else can be
 * compared, and makes the article as wide as said.
 *
 * - `root`: the element whose children are the blocks.
 */
export async function makeAlike(root: HTMLElement, width: number, font: string): Promise<void> {
  const { ownerDocument: page } = root;
  const view = page.defaultView as Window & typeof globalThis;
  const sheet = page.createElement('style');
  sheet.textContent = `
    :not(.katex, .katex *), .katex .cjk_fallback { font-family: "${font}" !important; }
    /* Bars to scroll with take room or none. */
    * { scrollbar-width: none !important; }
    /* Two marks beside each other stand closer in Chromium. */
    body { text-spacing-trim: space-all; }
    /* Each engine has its own places to break code and addresses. */
    code, .bare { white-space: nowrap !important; }
    .code-body code, pre code { white-space: pre !important; }
    /* The sign of a fold. */
    summary { list-style: none !important; }
    /* A marker makes such a line higher, by as much as each engine likes. */
    li:has(> :is(h3, h4, h5, h6, .alert):first-child) { list-style: none !important; }
    /* In WebKit it stands at the upper edge of a picture, elsewhere at the caption. */
    li:has(> .figure:first-child) { list-style: none !important; }
    li:has(> .figure:first-child)::before { content: none !important; }
  `;
  if (root.dataset.alike === undefined) page.head.append(sheet);
  root.dataset.alike = '';
  root.style.width = `${width}px`;
  const letters = page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (letters.nextNode()) {
    // Nor do they agree on quotation marks between Chinese letters.
    const { parentElement: around, textContent } = letters.currentNode;
    if (/^https?:/.test(textContent ?? '')) around?.classList.add('bare');
    if (/[“”‘’]/.test(textContent ?? '')) around?.style.setProperty('line-break', 'anywhere');
  }
  // WebKit cuts the height of a line to whole pixels.
  const heights = [...root.querySelectorAll<HTMLElement>('*')]
    .filter((element) => element.closest('.katex, svg') === null)
    .map((element) => {
      const height = Number.parseFloat(view.getComputedStyle(element).lineHeight);
      return { element, height };
    });
  for (const { element, height } of heights) {
    if (height % 1 !== 0) element.style.lineHeight = `${Math.floor(height + 0.01)}px`;
  }
  await page.fonts.ready;
}

/** Runs in the page: where everything stands. */
export function measure(root: HTMLElement): Block[] {
  const { ownerDocument: page } = root;
  const view = page.defaultView as Window & typeof globalThis;
  const round = (value: number) => Math.round(value * 100) / 100;
  const segments = new Intl.Segmenter('zh');

  const lettersOf = (text: Node): Part[] => {
    const range = page.createRange();
    return [...segments.segment(text.textContent ?? '')].flatMap(({ segment, index }) => {
      if (segment.trim() === '') return [];
      range.setStart(text, index);
      range.setEnd(text, index + segment.length);
      // At the beginning of a line WebKit tells of the end of the line before it, too.
      const rect = [...range.getClientRects()].find(({ width }) => width > 0);
      return rect === undefined ? [] : [{ name: segment, left: rect.left, top: rect.top }];
    });
  };
  // WebKit does not know where the letters of a drawing are in the page.
  const lettersOfDrawing = (text: SVGTextContentElement): Part[] => {
    const matrix = text.getScreenCTM();
    if (text.childElementCount > 0 || matrix === null) return [];
    return Array.from({ length: text.getNumberOfChars() }, (_, index) => {
      const { x } = text.getExtentOfChar(index);
      // Firefox forgets behind the first letter where they stand in the line.
      const { y } = text.getExtentOfChar(0);
      const at = new DOMPoint(x, y).matrixTransform(matrix);
      return { name: text.textContent?.[index] ?? '', left: at.x, top: at.y };
    });
  };
  const boxOf = (element: Element): Part[] => {
    const isDrawn = element.matches('img, svg, .katex .frac-line, .katex .rule');
    if (!isDrawn && element.closest('.math-inline, .katex') !== null) return [];
    const display = view.getComputedStyle(element).display;
    if (!isDrawn && ['inline', 'none', 'contents'].includes(display)) return [];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const name = `<${[element.localName, ...element.classList].join(' ')}>`;
    return [{ name, left, top, right, bottom }];
  };

  return [...root.children].map((block) => {
    const origin = block.getBoundingClientRect();
    const parts: Part[] = [];
    const nodes = page.createTreeWalker(block, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = block; node !== null; node = nodes.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : (node as Element);
      const drawing = element?.closest('svg') ?? null;
      if (node instanceof view.SVGTextContentElement) parts.push(...lettersOfDrawing(node));
      else if (node.nodeType === Node.TEXT_NODE) {
        if (drawing === null) parts.push(...lettersOf(node));
      } else if (drawing === null || drawing === node) parts.push(...boxOf(node as Element));
    }
    return {
      name: (block.textContent ?? '').trim().slice(0, 16) || block.localName,
      left: round(origin.left),
      width: round(origin.width),
      height: round(origin.height),
      parts: parts.map(({ name, left, top, right, bottom }) => ({
        name,
        left: round(left - origin.left),
        top: round(top - origin.top),
        ...(right === undefined ? {} : { right: round(right - origin.left) }),
        ...(bottom === undefined ? {} : { bottom: round(bottom - origin.top) }),
      })),
    };
  });
}

/** Where a list item stands in the window, in pixels. */
export interface Item {
  name: string;
  left: number;
  top: number;
}

/** Runs in the page: shows only blocks with lists, from `top` on, and answers where items begin. */
export async function scrollToItems(root: HTMLElement, top: number): Promise<Item[]> {
  const view = root.ownerDocument.defaultView as Window;
  for (const block of root.querySelectorAll<HTMLElement>(':scope > :not(:has(li), ul, ol)')) {
    block.style.display = 'none';
  }
  // Below the last item there is room for a whole window.
  root.style.paddingBottom = '100vh';
  view.scrollTo({ top, behavior: 'instant' });
  const nextFrame = () => new Promise((resolve) => view.requestAnimationFrame(resolve));
  await nextFrame();
  await nextFrame();
  return [...root.querySelectorAll('li')].map((item) => {
    const rect = item.getBoundingClientRect();
    const name = (item.textContent ?? '').trim().slice(0, 16);
    return { name, left: rect.left, top: rect.top };
  });
}
