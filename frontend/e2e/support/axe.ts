import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { motionEnded } from './motion';

/** Runs in the page: the rules that are broken, a line for each element. */
async function brokenRules(options: RunOptions): Promise<string[]> {
  // Monaco's own tree is Monaco's; the article is the author's; invisible stops that turn the focus back into a popup are
  // never read.
  const exclude = [['.monaco-editor'], ['iframe'], ['[data-base-ui-focus-guard]']];
  const { run } = Reflect.get(window, 'axe') as typeof axe;
  const { violations } = await run({ exclude }, options);
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}

/** Accessibility faults of what shows now; with an open popup the page behind it has no landmarks to follow. */
export async function faults(page: Page, state: 'closed' | 'popup' = 'closed'): Promise<string[]> {
  // A message may leave while it is judged: from here on it goes at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await motionEnded(page);
  // Not by `@axe-core/playwright`, which brings its program into every frame and opens a page for each answer: that takes
  // five times as long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(brokenRules, {
    iframes: false,
    resultTypes: ['violations'],
    ...(state === 'popup' ? { rules: { region: { enabled: false } } } : {}),
  } satisfies RunOptions);
}
