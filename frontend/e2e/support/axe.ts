import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Accessibility faults of what shows now; with an open popup the page behind it has no landmarks to follow. */
export async function faults(page: Page, state: 'closed' | 'popup' = 'closed'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Monaco's own tree is Monaco's; the article is the author's.
    .exclude('.monaco-editor')
    .exclude('iframe')
    // Invisible stops that turn the focus back into a popup; they are never read.
    .exclude('[data-base-ui-focus-guard]');
  if (state === 'popup') axe.disableRules(['region']);
  const { violations } = await axe.analyze();
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}
