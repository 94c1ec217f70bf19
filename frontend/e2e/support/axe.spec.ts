import { faults } from './axe';
import { expect, test } from './base';

test('what_shows_is_judged_and_what_is_not_ours_is_not', async ({ page }) => {
  await page.goto('/robots.txt');
  const judge = async (body: string, state?: 'popup') => {
    await page.setContent(`<html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main>`);
    return (await faults(page, state)).map((fault) => fault.split(':')[0]);
  };
  const bad = '<img src="a.png">';
  expect(await judge('')).toEqual([]);
  expect(await judge(bad)).toEqual(['image-alt']);
  expect(await judge(`<div class="monaco-editor">${bad}</div>`)).toEqual([]);
  expect(await judge(`<iframe title="Article" srcdoc='${bad}'></iframe>`)).toEqual([]);
  expect(await judge('</main><p>Beside every landmark</p><main>')).toContain('region');
  expect(await judge('</main><p>Beside every landmark</p><main>', 'popup')).not.toContain('region');
});
