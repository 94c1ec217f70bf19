import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/editor';
import { difference } from '../support/pictures';
import { putSettings } from '../support/storage';
import { pageCss, pasted, saved } from '../support/wechat';

const tour = readFileSync(
  new URL('../../../engine-wasm/export/tests/fixtures/tour.md', import.meta.url),
  'utf8',
);

/** Share of the drawn pixels that may differ: antialiasing where text moves by a fraction of a pixel. */
const TOLERANCE = 0.002;

/** A picture of HTML and its text, on the page that shows articles of WeChat. */
async function shown(page: Page, html: string, width: number) {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width, height: 900 });
  await sheet.setContent(`<!doctype html><style>${pageCss()}</style><div id="draft">${html}</div>`);
  const draft = sheet.locator('#draft');
  const result = {
    // The empty lines at both ends are there to be taken: the editor does so with the first and the last element.
    picture: await draft.locator('> section').first().screenshot(),
    text: (await draft.textContent()) ?? '',
  };
  await sheet.close();
  return result;
}

for (const theme of ['classic', 'elegant', 'concise'] as const) {
  test(`the_draft_in_${theme}_looks_as_it_was_copied`, async ({ editor, page }, info) => {
    test.slow();
    await editor.open();
    await editor.saved();
    await putSettings(page, { theme, isCiteStatus: true, isCountStatus: true, isLineNumber: true });
    await editor.fill(tour);
    await page.reload();
    await editor.ready();
    const html = await editor.copyForWechat();
    const draft = saved(pasted(html));
    expect(saved(draft)).toBe(draft);
    for (const width of [375, 677]) {
      const before = await shown(page, html, width);
      const after = await shown(page, draft, width);
      const { share, picture } = difference(before.picture, after.picture);
      if (share > TOLERANCE) {
        for (const [name, body] of [
          ['before', before.picture],
          ['after', after.picture],
          ['difference', picture],
        ] as const) {
          await info.attach(`${theme}-${width}-${name}.png`, { body, contentType: 'image/png' });
        }
      }
      expect(share).toBeLessThanOrEqual(TOLERANCE);
      expect(after.text).toBe(before.text);
    }
    // The tour's pictures are blocked, as everything from elsewhere is.
    editor.errors.length = 0;
  });
}

test('the_pictures_show_what_a_filter_takes', async ({ page }) => {
  const html =
    '<section><p>a</p><section><p><span style="color:var(--c);font-size:30px">b</span></p><ul><li>c</li></ul></section><p>d</p></section>';
  const framed = `<p style="font-size:0">&nbsp;</p>${html}<p style="font-size:0">&nbsp;</p>`;
  const before = await shown(page, framed, 375);
  const cut = saved(framed.replace('font-size:30px', '--size:30px'));
  expect(cut).not.toContain('var(');
  expect(difference(before.picture, (await shown(page, cut, 375)).picture).share).toBeGreaterThan(
    TOLERANCE,
  );
});
