import { expect } from '@playwright/test';
import type { Point } from './engine';
import type { Step } from './in-page';
import type { Tab } from './tab';

type Words = string | RegExp;

/**
 * What a test looks for: a CSS selector, or what people perceive.
 *
 * - `name`, `text`, `label`: all of it as a string, or a pattern.
 * - `having`: only elements in which these words stand.
 */
export type Query =
  | string
  | ({ having?: Words } & (
      | { css: string }
      | { role: string; name?: Words }
      | { text: Words }
      | { label: Words }
    ));

const wordsOf = (words: Words) =>
  typeof words === 'string' ? words : { source: words.source, flags: words.flags };

export function stepsOf(query: Query): Step[] {
  if (typeof query === 'string') return [{ css: query }];
  const { having } = query;
  const rest: Step[] = having === undefined ? [] : [{ having: wordsOf(having) }];
  if ('css' in query) return [{ css: query.css }, ...rest];
  if ('text' in query) return [{ text: wordsOf(query.text) }, ...rest];
  if ('label' in query) return [{ label: wordsOf(query.label) }, ...rest];
  const { role, name } = query;
  return [name === undefined ? { role } : { role, name: wordsOf(name) }, ...rest];
}

/** Elements of a page that can be seen; what is done is done to the first of them, once it is there. */
export class Place {
  constructor(
    private readonly tab: Tab,
    private readonly path: readonly Step[],
    private readonly outerFrame?: string,
  ) {}

  /** Elements within these. */
  find(query: Query): Place {
    return new Place(this.tab, [...this.path, ...stepsOf(query)], this.outerFrame);
  }

  /** One of them, counted from 0, or from the end with -1. */
  at(index: number): Place {
    return new Place(this.tab, [...this.path, { index }], this.outerFrame);
  }

  /** How many can be seen now. */
  async count(): Promise<number> {
    return Number(await this.ask('(path) => window.moyanFinder.all(path).length'));
  }

  /** Waits until one can be seen. */
  async shows(): Promise<void> {
    await this.tab.until(async () =>
      expect(await this.count(), this.toString()).toBeGreaterThan(0),
    );
  }

  /** Waits until none can be seen. */
  async isGone(): Promise<void> {
    await this.tab.until(async () => expect(await this.count(), this.toString()).toBe(0));
  }

  /** What a function answers about the element; it sees only its arguments. */
  async evaluate<A extends unknown[], R>(
    look: (element: HTMLElement, ...args: A) => R | Promise<R>,
    ...args: A
  ): Promise<R> {
    let answer: R | undefined;
    await this.shows();
    await this.tab.until(async () => {
      answer = (await this.ask(
        `(path, ...args) => (${look.toString()})(window.moyanFinder.all(path)[0], ...args)`,
        args,
      )) as R;
    });
    return answer as R;
  }

  /** Waits until what a function answers about the element is as expected. */
  async holds<R>(look: (element: HTMLElement) => R, expected: Awaited<R> | RegExp): Promise<void> {
    await this.tab.until(async () => {
      const answer = await this.ask(
        `(path) => (${look.toString()})(window.moyanFinder.all(path)[0])`,
      );
      if (expected instanceof RegExp) expect(answer, this.toString()).toMatch(expected);
      else expect(answer, this.toString()).toEqual(expected);
    });
  }

  hasText(expected: string | RegExp): Promise<void> {
    return this.holds((element) => element.innerText.trim(), expected);
  }

  hasValue(expected: string | RegExp): Promise<void> {
    return this.holds((element) => (element as HTMLInputElement).value, expected);
  }

  /** Clicks with the pointer, once it is over the element and that is at rest with nothing over it. */
  async click(button: 'left' | 'right' = 'left'): Promise<void> {
    let point: Point | undefined;
    await this.tab.until(async () => {
      point = await this.reach();
      await this.tab.driven.move(point);
      // As people do it: while the pointer was on its way, the element may have moved.
      expect(await this.reach(), `${this} has moved`).toEqual(point);
    });
    await this.tab.driven.click(point as Point, button);
  }

  /** Where a pointer meets the element. */
  private async reach(): Promise<Point> {
    const reached =
      this.outerFrame === undefined
        ? await this.ask('(path) => window.moyanFinder.reach(path)')
        : await this.tab.outer(this.outerFrame, this.path);
    expect(typeof reached, `${this}: ${reached}`).toBe('object');
    return reached as Point;
  }

  /** Replaces what stands in a field. */
  async fill(text: string): Promise<void> {
    await this.click();
    await this.evaluate((element) => (element as HTMLInputElement).select());
    if (text === '') await this.tab.press('Delete');
    else await this.tab.insertText(text);
    await this.hasValue(text);
  }

  toString(): string {
    return `${this.outerFrame ?? ''}${JSON.stringify(this.path)}`;
  }

  private ask(source: string, args: readonly unknown[] = []): Promise<unknown> {
    return this.tab.ask(source, [this.path, ...args], this.outerFrame);
  }
}
