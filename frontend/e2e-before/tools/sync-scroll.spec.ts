import { faults } from '../support/axe';
import { expect, test } from '../support/editor';

test('both_panes_stay_together_on_the_test_page_and_nothing_is_written', async ({
  editor,
  page,
}) => {
  await page.goto('/test/sync-scroll');
  await editor.ready();
  await expect(page.getByRole('heading', { name: '同步滚动测试' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await editor.source.hover();
  for (let n = 0; n < 6; n += 1) {
    await page.mouse.wheel(0, 1500);
    await expect
      .poll(async () => Number(await page.getByTestId('readout').getAttribute('data-difference')))
      .toBeLessThan(1);
  }
  await editor.focusSource();
  await page.keyboard.type('x');
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
});
