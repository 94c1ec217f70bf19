import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as TestingLibrary from '@testing-library/dom';
import type { Point } from './engine';

/** A pattern as JSON. */
export interface Pattern {
  source: string;
  flags: string;
}

type Words = string | Pattern;

/** One step from an element, or the page, to elements within. */
export type Step =
  | { css: string }
  | { role: string; name?: Words }
  | { text: Words }
  | { label: Words }
  /** Only these of the elements so far: that have a text in them, or have a place in the row. */
  | { having: Words }
  | { index: number }
  /** Into the document of a frame of the same origin. */
  | { frame: string };

/** What the functions of a test find in the page. */
export interface Finder {
  /** The elements at the end of a path that can be seen. */
  all(path: readonly Step[]): Element[];
  /** Where a pointer meets the first of them in the window, once it has come to rest; else why not. */
  reach(path: readonly Step[]): Promise<Point | string>;
}

declare global {
  interface Window {
    moyanFinder?: Finder;
    TestingLibraryDom: typeof TestingLibrary;
  }
}

/** The text of a function that brings the finder into a page. */
export function finderSource(): string {
  const library = createRequire(import.meta.url)
    .resolve('@testing-library/dom')
    .replace(/dist\/.*$/, 'dist/@testing-library/dom.umd.min.js');
  return `() => {
    ${readFileSync(library, 'utf8')}
    (${install.toString()})();
  }`;
}

/** Runs in the page; sees nothing of this file. */
function install(): void {
  const library = window.TestingLibraryDom;
  const matcher = (words: Words) =>
    typeof words === 'string' ? words : new RegExp(words.source, words.flags);
  const has = (element: Element, words: Words) => {
    // What is shown: a script has a text, too.
    const text = (element as HTMLElement).innerText.replace(/\s+/g, ' ');
    return typeof words === 'string' ? text.includes(words) : (matcher(words) as RegExp).test(text);
  };
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const shadowsOf = (root: ParentNode): ShadowRoot[] =>
    [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot === null ? [] : [shadowRoot, ...shadowsOf(shadowRoot)],
    );
  const within = (element: Element, step: Step) =>
    [element, ...(element.shadowRoot ? [element.shadowRoot] : []), ...shadowsOf(element)].flatMap(
      (root) => matching(root as HTMLElement, step),
    );
  const matching = (root: HTMLElement, step: Step): Element[] => {
    if ('css' in step) return [...root.querySelectorAll(step.css)];
    if ('text' in step) return library.queryAllByText(root, matcher(step.text));
    if ('label' in step) return library.queryAllByLabelText(root, matcher(step.label));
    if ('role' in step) {
      const { role, name } = step;
      return library.queryAllByRole(root, role, name === undefined ? {} : { name: matcher(name) });
    }
    if ('frame' in step) {
      const frame = root.querySelector<HTMLIFrameElement>(step.frame);
      return frame?.contentDocument ? [frame.contentDocument.documentElement] : [];
    }
    return [];
  };
  const follow = (path: readonly Step[]) =>
    path.reduce<Element[]>(
      (elements, step) => {
        if ('having' in step) return elements.filter((element) => has(element, step.having));
        if ('index' in step) return elements.slice(step.index, step.index + 1 || undefined);
        return [...new Set(elements.flatMap((element) => within(element, step)))];
      },
      [document.documentElement],
    );
  const all = (path: readonly Step[]) => follow(path).filter(isSeen);
  // Not by frames: those of a window behind another one do not come.
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

  /** In the window, also from within frames of the same origin. */
  const rectOf = (element: Element): DOMRect => {
    const rect = element.getBoundingClientRect();
    const frame = element.ownerDocument.defaultView?.frameElement;
    if (!frame) return rect;
    const outer = rectOf(frame);
    const scale = outer.width / (frame as HTMLElement).offsetWidth;
    return new DOMRect(
      outer.x + (frame.clientLeft + rect.x) * scale,
      outer.y + (frame.clientTop + rect.y) * scale,
      rect.width * scale,
      rect.height * scale,
    );
  };
  const isHit = (element: Element, { x, y }: Point) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const hit = root.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || element.closest('label')?.contains(hit));
  };
  const middle = ({ x, y, width, height }: DOMRect) => ({
    x: Math.floor(x + width / 2),
    y: Math.floor(y + height / 2),
  });
  const reach = async (path: readonly Step[]) => {
    const [element] = all(path);
    if (element === undefined) return 'it is not there';
    if (element.matches(':disabled, [aria-disabled=true]')) return 'it is disabled';
    if (!isHit(element, middle(element.getBoundingClientRect()))) {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    }
    const before = middle(rectOf(element));
    await aMoment();
    const now = middle(rectOf(element));
    if (before.x !== now.x || before.y !== now.y) return 'it moves';
    return isHit(element, middle(element.getBoundingClientRect()))
      ? now
      : 'something else lies over it';
  };
  window.moyanFinder = { all, reach };
}
