import { expect, test } from '../support/editor';

test('spacing_and_heading_styles_reach_preview_and_copy_and_are_kept', async ({ editor, page }) => {
  await editor.openWith('# 一\n\n## 二\n\n一段\n\n二段\n');
  await page.getByRole('button', { name: '样式', exact: true }).click();
  const slider = (name: string) => page.getByRole('slider', { name });
  const style = (selector: string, property: string) =>
    editor.article
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  await expect(page.getByText('1.8（主题默认）')).toBeVisible();
  await slider('行高').press('ArrowRight');
  await slider('行高').press('ArrowRight');
  await expect.poll(() => style('p', 'line-height')).toBe('30.4px');
  await slider('字间距').press('End');
  await expect.poll(() => style('p', 'letter-spacing')).toBe('4px');
  await slider('段间距').press('Home');
  await expect.poll(() => style('p', 'margin-bottom')).toBe('0px');
  await page.getByRole('combobox', { name: '1 级标题' }).click();
  await page.getByRole('option', { name: '下划线' }).click();
  await expect.poll(() => style('h1', 'border-top-width')).toBe('0px');
  await expect.poll(() => style('h1', 'border-bottom-width')).toBe('2px');
  // The list before goes away first: its options have the same names.
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.getByRole('combobox', { name: '2 级标题' }).click();
  await page.getByRole('option', { name: '彩色' }).click();
  await expect.poll(() => style('h2', 'background-color')).toBe('rgba(0, 0, 0, 0)');

  const html = await editor.copyForWechat();
  expect(html).toContain('line-height:1.9');
  expect(html).toContain('letter-spacing:4px');
  expect(html).toContain('border-bottom:2px solid');

  await page.reload();
  await editor.ready();
  await expect.poll(() => style('p', 'line-height')).toBe('30.4px');
  await page.getByRole('button', { name: '行高恢复主题默认' }).click();
  await expect.poll(() => style('p', 'line-height')).toBe('28.8px');
  await page.getByRole('button', { name: '重置样式' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  await expect.poll(() => style('p', 'letter-spacing')).toBe('0.4px');
});
