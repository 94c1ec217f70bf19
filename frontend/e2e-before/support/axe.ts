import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Waits until nothing fades or moves in any more: a half-shown message has no contrast to judge.
 * What moves with scrolling alone does not end, and is not waited for.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (motion) =>
          motion.playState !== 'running' ||
          motion.timeline !== document.timeline ||
          motion.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
}

/** Accessibility faults of what shows now; with an open popup the page behind it has no landmarks to follow. */
export async function faults(page: Page, state: 'closed' | 'popup' = 'closed'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Monaco's own tree is Monaco's; the article is the author's.
    .exclude('.monaco-editor')
    .exclude('iframe')
    // Invisible stops that turn the focus back into a popup; they are never read.
    .exclude('[data-base-ui-focus-guard]');
  if (state === 'popup') axe.disableRules(['region']);
  // A message may leave while it is judged: from here on it goes at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await settled(page);
  const { violations } = await axe.analyze();
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}
