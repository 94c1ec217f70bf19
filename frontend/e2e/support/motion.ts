import type { Page } from '@playwright/test';

/**
 * Waits until nothing fades or moves in any more: a half-shown message has no contrast to judge, and a half-open dialog not its size.
 * What moves with scrolling alone does not end, and is not waited for.
 */
export async function motionEnded(page: Page): Promise<void> {
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
