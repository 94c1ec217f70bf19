import { copiedLists } from './copied-lists';
import { copiedCode, drawnFormulas, LOST_TEX } from './wechat-copy';

/** Elements without readable content. */
const UNREADABLE =
  'script,style,meta,link,title,template,noscript,iframe,object,embed,form button,svg,[hidden],.MathJax_Preview,.katex-html,.code-snippet__line-index,.code-lines';

/** Styles that become elements: bold, italic and others. */
const STYLES: readonly [name: string, test: (style: CSSStyleDeclaration) => boolean][] = [
  ['strong', (style) => style.fontWeight === 'bold' || Number(style.fontWeight) >= 600],
  ['em', (style) => style.fontStyle === 'italic'],
  [
    'del',
    (style) => `${style.textDecoration} ${style.textDecorationLine}`.includes('line-through'),
  ],
];

/** The body of pasted HTML, normalized for the converter. It knows web pages, Word, Google Docs and WeChat articles. */
export function cleaned(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(fragmentOf(html), 'text/html');
  removeComments(body);
  formulas(body);
  for (const idle of body.querySelectorAll(UNREADABLE)) idle.remove();
  for (const hidden of body.querySelectorAll<HTMLElement>('[style]')) {
    if (hidden.style.display === 'none') hidden.remove();
  }
  wordLists(body);
  images(body);
  copiedCode(body);
  copiedLists(body);
  codeBlocks(body);
  solidSpaces(body);
  inlineStyles(body);
  marks(body);
  tables(body);
  links(body);
  return body;
}

/** Whether HTML has more than plain text: structure, marks, links or pictures. */
export function isRich(html: string): boolean {
  const body = cleaned(html);
  if (body.querySelector('h1,h2,h3,h4,h5,h6,ul,ol,table,img,a[href],pre,blockquote,hr') !== null) {
    return true;
  }
  return body.querySelector('strong,b,em,i,del,s,u,mark,code,sup,sub,[data-tex]') !== null;
}

/** Number of drawings with words, diagrams among them. Text cannot hold them. */
export function drawings(html: string): number {
  const { body } = new DOMParser().parseFromString(fragmentOf(html), 'text/html');
  formulas(body);
  const unseen = 'svg svg, [hidden], [style*="display:none"], [style*="display: none"]';
  return [...body.querySelectorAll('svg')].filter(
    (svg) => svg.closest(unseen) === null && hasWords(svg),
  ).length;
}

function hasWords(svg: Element): boolean {
  return [...svg.querySelectorAll('text, foreignObject')].some((text) => text.textContent?.trim());
}

/** The clipboard of Windows marks the selected part by comments. Excel puts them into the table. */
function fragmentOf(html: string): string {
  const start = html.indexOf('<!--StartFragment-->');
  const end = html.lastIndexOf('<!--EndFragment-->');
  if (start === -1 || end < start) return html;
  const fragment = html.slice(start + 20, end);
  return TABLE_PART.test(fragment) ? `<table>${fragment}</table>` : fragment;
}

/** A parser drops these outside of a table, and their cells become text. */
const TABLE_PART = /^\s*<(?:caption|colgroup|col|thead|tbody|tfoot|tr|td|th)\b/i;

function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Formulas of KaTeX, MathJax, Wikipedia, Zhihu and our own pages contain their TeX source; those of WeChat do not. */
function formulas(body: HTMLElement): void {
  const put = (element: Element, tex: string, isBlock: boolean) => {
    const holder = body.ownerDocument.createElement('span');
    holder.setAttribute('data-tex', tex.trim());
    if (isBlock) holder.setAttribute('data-block', '');
    // The converter drops empty elements.
    holder.textContent = tex.trim();
    element.replaceWith(holder);
  };
  for (const own of body.querySelectorAll('.math-inline[data-tex], .math-block[data-tex]')) {
    put(own, own.getAttribute('data-tex') ?? '', own.classList.contains('math-block'));
  }
  for (const annotation of body.querySelectorAll('annotation[encoding="application/x-tex"]')) {
    const whole = annotation.closest(
      '.katex-display, .katex, mjx-container, .mwe-math-element, math',
    );
    const tex = annotation.textContent ?? '';
    const isBlock =
      annotation.closest('.katex-display, [display=true], math[display=block]') !== null;
    if (whole !== null && tex.trim() !== '') put(whole, unwrapped(tex), isBlock);
  }
  for (const script of body.querySelectorAll('script[type^="math/tex"]')) {
    put(script, script.textContent ?? '', (script.getAttribute('type') ?? '').includes('display'));
  }
  for (const image of body.querySelectorAll('img[data-formula], img[eeimg]')) {
    const tex = image.getAttribute('data-formula') ?? image.getAttribute('alt') ?? '';
    if (tex.trim() !== '') put(image, tex, image.getAttribute('eeimg') === '2');
  }
  for (const { svg, isBlock } of drawnFormulas(body)) put(svg, LOST_TEX, isBlock);
}

function unwrapped(tex: string): string {
  return /^\s*\{\\(?:displaystyle|textstyle)\s*([\s\S]*)\}\s*$/.exec(tex)?.[1] ?? tex;
}

/** Word writes list items as paragraphs with a bullet in the text and the level in a style. */
function wordLists(body: HTMLElement): void {
  const isItem = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && /mso-list:\s*l\d/i.test(element.getAttribute('style') ?? '');
  for (const paragraph of body.querySelectorAll('p')) {
    if (!isItem(paragraph) || isItem(paragraph.previousElementSibling)) continue;
    const stack: { level: number; list: HTMLElement }[] = [];
    const root = body.ownerDocument.createElement('div');
    paragraph.before(root);
    let item: Element | null = paragraph;
    while (isItem(item)) {
      const next: Element | null = item.nextElementSibling;
      addWordItem(item, root, stack);
      item = next;
    }
    root.replaceWith(...root.childNodes);
  }
}

function addWordItem(
  item: HTMLElement,
  root: HTMLElement,
  stack: { level: number; list: HTMLElement }[],
): void {
  const level = Number(/level(\d+)/i.exec(item.getAttribute('style') ?? '')?.[1] ?? 1);
  const markers = [...item.querySelectorAll('span')].filter((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const sign = markers
    .map((marker) => marker.textContent ?? '')
    .join('')
    .trim();
  for (const marker of markers) marker.remove();
  const kind = /^[(（]?(\d+|[a-z]|[ivx]+|[一二三四五六七八九十]+)[.)、）]/i.test(sign)
    ? 'ol'
    : 'ul';
  while ((stack.at(-1)?.level ?? 0) > level) stack.pop();
  const isOther = stack.at(-1)?.level === level && stack.at(-1)?.list.localName !== kind;
  if (isOther) stack.pop();
  let top = stack.at(-1);
  if (top === undefined || top.level < level) {
    const list = item.ownerDocument.createElement(kind);
    (top?.list.lastElementChild ?? root).append(list);
    top = { level, list };
    stack.push(top);
  }
  const li = item.ownerDocument.createElement('li');
  li.append(...item.childNodes);
  top.list.append(li);
  item.remove();
}

/** Pages with lazy loading keep the address of a picture in another attribute. */
function images(body: HTMLElement): void {
  for (const image of body.querySelectorAll('img')) {
    const late = ['data-src', 'data-original', 'data-actualsrc', 'data-lazy-src']
      .map((name) => image.getAttribute(name) ?? '')
      .find((value) => /^(https?:)?\/\//.test(value));
    if (late !== undefined) image.setAttribute('src', late);
    const src = image.getAttribute('src') ?? '';
    if (src.startsWith('//')) image.setAttribute('src', `https:${src}`);
    const isPixel = image.getAttribute('width') === '1' || image.getAttribute('height') === '1';
    if (isPixel || src === '') image.remove();
  }
}

function codeBlocks(body: HTMLElement): void {
  for (const pre of body.querySelectorAll('pre')) {
    const names = [pre, pre.querySelector('code'), pre.parentElement, pre.closest('[data-lang]')]
      .map((element) => `${element?.className ?? ''} ${element?.getAttribute('data-lang') ?? ''}`)
      .join(' ');
    const language =
      pre.getAttribute('data-lang') ??
      pre.closest('[data-lang]')?.getAttribute('data-lang') ??
      /(?:language|lang|highlight-source|brush:)-?\s*([\w+#-]+)/.exec(names)?.[1];
    if (language) pre.setAttribute('data-language', language);
    // The converter handles such a wrapper in its own way.
    if (pre.parentElement !== body) pre.parentElement?.removeAttribute('class');
    for (const line of pre.querySelectorAll('br')) line.replaceWith('\n');
    // WeChat puts each line into its own `code`.
    const lines = [...pre.children].filter((child) => child.tagName === 'CODE');
    if (lines.length > 1) {
      pre.textContent = lines.map((line) => (line.textContent ?? '').replace(/\n$/, '')).join('\n');
    }
    pre.textContent = (pre.textContent ?? '').replace(/\u00a0/g, ' ');
  }
}

/** Word and browsers write no-break spaces for plain spaces. */
function solidSpaces(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.nodeValue?.includes('\u00a0'))
      text.nodeValue = text.nodeValue.replaceAll('\u00a0', ' ');
  }
}

function inlineStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('span[style], font[style], b[style]')) {
    // Google Docs wraps everything in a `b` with normal weight.
    if (element.tagName === 'B') {
      if (element.style.fontWeight === 'normal' || element.style.fontWeight === '400') {
        element.replaceWith(...element.childNodes);
      }
      continue;
    }
    if ((element.textContent ?? '').trim() === '') continue;
    if (element.closest('h1,h2,h3,h4,h5,h6,pre,code,th') !== null) continue;
    for (const [name, test] of STYLES) {
      if (!test(element.style) || element.closest(name) !== null) continue;
      const holder = body.ownerDocument.createElement(name);
      holder.append(...element.childNodes);
      element.append(holder);
    }
  }
}

/** Elements of the same meaning, by the name that stands for them. */
const MARKS: Record<string, string> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'del',
  strike: 'del',
  del: 'del',
  ins: 'u',
  u: 'u',
  mark: 'mark',
};

/** Word cuts a bold passage where the language changes; its pieces become one, as their signs would touch. */
function marks(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('span:not([data-tex]), font')) {
    wrapper.replaceWith(...wrapper.childNodes);
  }
  body.normalize();
  for (const element of body.querySelectorAll(Object.keys(MARKS).join())) {
    const kind = MARKS[element.localName];
    let next = element.nextSibling;
    while (next instanceof Element && MARKS[next.localName] === kind) {
      element.append(...next.childNodes);
      next.remove();
      next = element.nextSibling;
    }
  }
}

/** A Markdown table has a header, and its cells stand alone and have one line. */
function tables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    // A table in a cell has become text.
    if (!table.isConnected) continue;
    for (const cell of table.querySelectorAll('td, th')) {
      if (cell.isConnected) oneLine(cell);
    }
    spans(table);
    const first = table.querySelector('tr');
    if (first === null || table.querySelector('th') !== null) continue;
    for (const cell of first.querySelectorAll('td')) {
      const head = body.ownerDocument.createElement('th');
      head.append(...cell.childNodes);
      cell.replaceWith(head);
    }
    const thead = body.ownerDocument.createElement('thead');
    thead.append(first);
    table.prepend(thead);
  }
}

const LINES = 'p, div, section, li, h1, h2, h3, h4, h5, h6, blockquote, pre, tr, dt, dd, figure';

/** Makes lists, paragraphs and tables in a cell lines of text. */
function oneLine(cell: Element): void {
  const make = (name: string) => cell.ownerDocument.createElement(name);
  for (const inner of cell.querySelectorAll('td, th')) inner.after(' ');
  for (const line of cell.querySelectorAll(LINES)) {
    line.before(make('br'));
    line.after(make('br'));
  }
  const boxes = cell.querySelectorAll(`${LINES}, ul, ol, dl, table, thead, tbody, tfoot, td, th`);
  for (const box of boxes) box.replaceWith(...box.childNodes);
  cell.normalize();
  for (const end of cell.querySelectorAll('br')) {
    const isBlank = (node: Node | null) => node?.nodeName === '#text' && !node.nodeValue?.trim();
    while (isBlank(end.nextSibling)) end.nextSibling?.remove();
    const before = isBlank(end.previousSibling)
      ? end.previousSibling?.previousSibling
      : end.previousSibling;
    if (before == null || before.nodeName === 'BR' || end.nextSibling === null) end.remove();
  }
}

/** A cell covers at most so many columns, and rows. */
const MAX_SPAN = 100;

/** A cell of more HTML is not copied into the rows that it covers: a hundred of them would multiply it. */
const MAX_COPIED = 1_000;

/** Puts empty cells where a cell covers several columns, and copies of it where it covers several rows. */
function spans(table: HTMLTableElement): void {
  const rows = [...table.rows];
  for (const [index, row] of rows.entries()) {
    for (let column = 0; column < row.cells.length; column += 1) {
      const cell = row.cells[column];
      if (cell === undefined) break;
      const columns = Math.min(Math.max(cell.colSpan, 1), MAX_SPAN);
      const rowsBelow = Math.min(Math.max(cell.rowSpan, 1), MAX_SPAN) - 1;
      cell.removeAttribute('colspan');
      cell.removeAttribute('rowspan');
      const empty = () => table.ownerDocument.createElement(cell.localName);
      const inner = cell.innerHTML.length <= MAX_COPIED ? cell.innerHTML : '';
      for (let n = 1; n < columns; n += 1) cell.after(empty());
      for (const below of rows.slice(index + 1, index + 1 + rowsBelow)) {
        let place = 0;
        const next = [...below.cells].find((one) => {
          const isHere = place >= column;
          place += one.colSpan;
          return isHere;
        });
        for (let n = 0; n < columns; n += 1) {
          const added = empty();
          if (n === 0) added.innerHTML = inner;
          below.insertBefore(added, next ?? null);
        }
      }
    }
  }
}

const BLOCKS =
  'p, div, section, h1, h2, h3, h4, h5, h6, ul, ol, li, table, blockquote, pre, figure';

/** Links that work only inside their page become text; of a link around blocks, its first line of text is the link. */
function links(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a')) {
    if (link.querySelector(BLOCKS) === null) continue;
    const lines = [...link.querySelectorAll(BLOCKS)].filter(
      (block) => block.querySelector(BLOCKS) === null && block.textContent?.trim(),
    );
    const [first] = lines;
    if (first !== undefined && first.localName !== 'pre') {
      const inner = link.cloneNode() as Element;
      inner.append(...first.childNodes);
      first.append(inner);
    }
    link.replaceWith(...link.childNodes);
  }
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (!/^(https?:|mailto:|tel:)/i.test(href)) link.replaceWith(...link.childNodes);
  }
}
