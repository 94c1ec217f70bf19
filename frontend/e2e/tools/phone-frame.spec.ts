import { faults } from '../support/axe';
import { expect, test } from '../support/editor';

test('the_phone_frame_shows_title_and_account_around_the_same_preview', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('# 手机上看\n\n正文');
  await page.getByRole('button', { name: '手机外框' }).click();
  await expect(page.getByTestId('phone-bar')).toContainText('手机上看');
  await expect(editor.article.locator('p')).toHaveText(['正文']);
  const box = await page.locator('[data-testid=preview] iframe').boundingBox();
  expect(box?.width).toBe(375);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await editor.ready();
  await expect(page.getByTestId('phone-bar')).toBeVisible();
  await page.getByRole('radio', { name: '全宽' }).click();
  await expect(page.getByTestId('phone-bar')).toBeHidden();
});
