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

test('in_the_dark_mode_of_wechat_the_phone_has_its_bar_as_well', async ({ editor, page }) => {
  await editor.open();
  await editor.write('# 手机上看\n\n正文');
  await page.getByRole('button', { name: '手机外框' }).click();
  await page.getByRole('button', { name: '模拟微信深色模式' }).click();
  const bar = page.getByTestId('dark-phone-bar');
  await expect(bar).toContainText('手机上看');
  const note = page.getByRole('note');
  const [top, below] = await Promise.all([bar.boundingBox(), note.boundingBox()]);
  expect(below?.y).toBe((top?.y ?? 0) + (top?.height ?? 0));
  expect(await faults(page)).toEqual([]);
});

for (const [number, theme] of ['经典', '优雅', '简洁'].entries()) {
  test(`nothing_long_is_wider_than_the_phone_in_theme_${number + 1}`, async ({ editor, page }) => {
    await editor.open();
    await editor.write(
      '## Supercalifragilisticexpialidocious_identifier_name_long\n\n前 $a=b+c+d=e+f+g+h=i+j+k+l+m$ 后面',
    );
    await page.getByRole('button', { name: '样式', exact: true }).click();
    await page.getByRole('radio', { name: theme, exact: true }).click();
    await expect(editor.article.locator('.math-inline .katex')).toBeVisible();
    const wide = () =>
      editor.preview.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    await expect.poll(wide).toBe(0);
  });
}
