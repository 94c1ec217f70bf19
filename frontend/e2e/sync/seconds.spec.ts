import { person } from '../support/accounts';
import { expect, test } from '../support/base';
import { twoDevices } from '../support/sync';

const N_EDITS = 10;
/** A beat of three seconds, the pause of typing, and what a busy machine takes. */
const SEEN_WITHIN_MS = 10_000;

test('an_edit_is_seen_in_the_other_browser_within_seconds', async ({ browser }, info) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  const times: number[] = [];
  for (let i = 0; i < N_EDITS; i += 1) {
    const text = `第 ${i} 次修改`;
    const seen = b.editor.article.getByText(text, { exact: true });
    const from = performance.now();
    await a.editor.write(`# 起点\n\n${text}`);
    await expect(seen).toBeVisible();
    times.push(performance.now() - from);
  }
  times.sort((x, y) => x - y);
  const [fastest = 0] = times;
  const median = times[N_EDITS / 2] ?? 0;
  const slowest = times.at(-1) ?? 0;
  info.annotations.push({
    type: 'milliseconds until the other browser shows an edit',
    description: [fastest, median, slowest].map(Math.round).join(' / '),
  });
  expect(median).toBeLessThan(SEEN_WITHIN_MS);
});
