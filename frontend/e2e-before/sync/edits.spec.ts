import { person } from '../support/accounts';
import { expect, test } from '../support/base';
import { twoDevices } from '../support/sync';

test('every_edit_is_seen_in_the_other_browser', async ({ browser }) => {
  const [a, b] = await twoDevices(browser, person('安安'));
  for (let i = 0; i < 10; i += 1) {
    const text = `第 ${i} 次修改`;
    await a.editor.write(`# 起点\n\n${text}`);
    await expect(b.editor.article.getByText(text, { exact: true })).toBeVisible();
  }
});
