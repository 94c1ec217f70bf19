import type { Page } from '@playwright/test';
import { motionEnded } from './motion';

/** What a finger needs at least, in CSS pixels. */
const TARGET_PX = 44;

/** The visible buttons of a screen that are lower or narrower than a finger needs; links within a sentence are none. */
export async function smallTargets(page: Page): Promise<string[]> {
  await motionEnded(page);
  return page.evaluate((leastPx) => {
    const all = document.querySelectorAll<HTMLElement>(
      'button, a[href], [role=button], [role=tab], [role=radio], [role=switch], [role=menuitem]',
    );
    const small: string[] = [];
    for (const element of all) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('[inert], [aria-hidden=true]') !== null) continue;
      if (element.tagName === 'A' && getComputedStyle(element).display === 'inline') continue;
      // A tap on the label is a tap on its control.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      // What only screen readers meet is one pixel wide.
      if (width <= 1 || (width >= leastPx && height >= leastPx)) continue;
      const name = element.ariaLabel ?? element.textContent?.trim() ?? '';
      small.push(`${name} ${Math.round(width)}×${Math.round(height)}`);
    }
    return small;
  }, TARGET_PX);
}

/** Below this size of its letters, in CSS pixels, Safari zooms in on a field. */
const LETTERS_PX = 16;

/** The fields of a screen that are written in and have smaller letters. */
export function smallFields(page: Page): Promise<string[]> {
  return page.evaluate((leastPx) => {
    const written =
      'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color], [type=hidden]), textarea, select, [contenteditable=true]';
    return [...document.querySelectorAll<HTMLElement>(written)]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < leastPx)
      .map((field) => field.ariaLabel ?? field.id ?? field.tagName);
  }, LETTERS_PX);
}
