import { findChromium } from '../../../scripts/browsers/find.mjs';
import { logIn } from '../support/accounts';
import { CHROMIUM_ARGUMENTS } from '../support/chromium-arguments';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

const executablePath = findChromium();

test.use({
  launchOptions: {
    args: [...CHROMIUM_ARGUMENTS, '--blink-settings=defaultFontSize=24'],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});

test('the_interface_follows_the_size_that_the_reader_has_set', async ({
  page,
  request,
  visitor: _,
}) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/domains`);
  const button = page.getByRole('button', { name: '更改地址' });
  await expect(button).toHaveCSS('font-size', '19.5px');
  expect((await button.boundingBox())?.height).toBe(48);
});
