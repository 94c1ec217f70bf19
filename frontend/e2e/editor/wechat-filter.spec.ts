import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/editor';
import { difference } from '../support/pictures';
import { putSettings } from '../support/storage';
import { DRAFT_CSS, FILTER_RULES, filterSource } from '../support/wechat-filter';

const tour = readFileSync(
  new URL('../../../engine-wasm/export/tests/fixtures/tour.md', import.meta.url),
  'utf8',
);

/** Share of the drawn pixels that may differ: antialiasing where text moves by a fraction of a pixel. */
const TOLERANCE = 0.002;

interface Shown {
  picture: Buffer;
  text: string;
  html: string;
}

/** Shows HTML on a page of its own, after the filter has run `times` times. */
async function shown(page: Page, html: string, width: number, times: number): Promise<Shown> {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width, height: 900 });
  await sheet.setContent(
    `<!doctype html><style>${times > 0 ? DRAFT_CSS : ''}</style><body style="margin:0;background:#fff"><div id="draft">${html}</div>`,
  );
  for (let i = 0; i < times; i += 1) {
    await sheet.evaluate(`(${filterSource})(document.querySelector('#draft'))`);
  }
  const draft = sheet.locator('#draft');
  const result = {
    // The empty lines at both ends are there to be taken: the editor does so with the first and the last element.
    picture: await draft.locator('> section').first().screenshot(),
    text: (await draft.textContent()) ?? '',
    html: await draft.innerHTML(),
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
    for (const width of [375, 677]) {
      const before = await shown(page, html, width, 0);
      const once = await shown(page, html, width, 1);
      const twice = await shown(page, html, width, 2);
      const { share, picture } = difference(before.picture, once.picture);
      if (share > TOLERANCE) {
        for (const [name, body] of [
          ['before', before.picture],
          ['after', once.picture],
          ['difference', picture],
        ] as const) {
          await info.attach(`${theme}-${width}-${name}.png`, { body, contentType: 'image/png' });
        }
      }
      expect(share).toBeLessThanOrEqual(TOLERANCE);
      expect(once.text).toBe(before.text);
      expect(twice.html).toBe(once.html);
    }
    // The tour's pictures are blocked, as everything from elsewhere is.
    editor.errors.length = 0;
  });
}

test('the_model_takes_what_it_should', async ({ page }) => {
  const raw =
    '<p>a</p><section><div class="x" style="color:var(--a);top:1px">b <b>c</b> <i>d</i></div></section><ul><li>e<ul><li>f</li></ul></li></ul><p>z</p>';
  const { html } = await shown(page, raw, 375, 1);
  expect(html).not.toMatch(/div|class|var\(|top:|> </);
  expect(html).toContain('<li style="list-style: none">e</li><ul');
  expect(FILTER_RULES.every(({ source }) => source !== '')).toBe(true);
});
