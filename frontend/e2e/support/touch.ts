import type { Page } from '@playwright/test';

/** What a finger needs at least, in CSS pixels. */
const TARGET_PX = 44;

/** The visible buttons of a screen that are lower or narrower than a finger needs; links within a sentence are none. */
export function smallTargets(page: Page): Promise<string[]> {
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
