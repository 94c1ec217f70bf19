import { expect, test } from '../support/editor';
import { settled } from '../support/settled';
import { isTogether, pageDown, previewTop, sections } from '../support/two-panes';

test('pictures_that_arrive_late_move_neither_pane_from_the_other', async ({ editor, page }) => {
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="700"><rect width="400" height="700"/></svg>';
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/late-*.svg', async (route) => {
    await released;
    await route.fulfill({ contentType: 'image/svg+xml', body: picture });
  });
  const late = Array.from(
    { length: 30 },
    (_, i) => `## 第 ${i} 节\n\n![图](/late-${i}.svg)\n\n${'一段文字。\n\n'.repeat(8)}`,
  ).join('\n');
  await editor.openWith(late);
  await expect(editor.article.locator('h2')).toHaveCount(30);
  await pageDown(editor, 5);
  await expect.poll(() => isTogether(editor)).toBe(true);
  const before = await sections(editor);
  release();
  await expect
    .poll(() =>
      editor.article.evaluate((root) =>
        [...root.querySelectorAll('img')].every((image) => image.naturalHeight > 0),
      ),
    )
    .toBe(true);
  expect(await sections(editor)).toEqual(before);
  const top = await settled(page, () => previewTop(editor));
  // The preview is where a scroll to this place leads.
  await editor.source.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => previewTop(editor)).toBeGreaterThan(top);
  await page.mouse.wheel(0, -200);
  const back = await settled(page, () => previewTop(editor));
  expect(Math.abs(back - top)).toBeLessThan(20);
});
