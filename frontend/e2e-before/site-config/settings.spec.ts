import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { logIn } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存', exact: true }).click();
}

/** A picture of one color. */
function picture(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(160);
  return PNG.sync.write(png);
}

test('two_tabs_of_one_site_are_merged_field_by_field', async ({
  page,
  context,
  request,
  visitor,
}) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/basic-info`);
  const other = await context.newPage();
  await other.goto(`${site.path}/basic-info`);
  await expect(other.getByLabel('网站名称')).toHaveValue('墨砚手册');
  await expect(page.getByLabel('网站名称')).toHaveValue('墨砚手册');

  await other.getByLabel('网站描述').fill('别处写的描述');
  await save(other);
  await expect(other.getByText('已保存')).toBeVisible();

  await page.getByLabel('网站名称').fill('这里改的名字');
  await page.getByLabel('网站描述').fill('这里写的描述');
  await save(page);
  const dialog = page.getByRole('dialog', { name: '这一页已在别处保存' });
  await expect(dialog).toBeVisible();
  expect(await visitor.violations('popup')).toEqual([]);
  const description = dialog.getByRole('listitem').filter({ hasText: '别处写的描述' });
  await description.getByRole('radio', { name: '对方的' }).click();
  await dialog.getByRole('button', { name: '合并并保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();

  await other.reload();
  await expect(other.getByLabel('网站名称')).toHaveValue('这里改的名字');
  await expect(other.getByLabel('网站描述')).toHaveValue('别处写的描述');
});

test('the_homepage_is_built_by_keyboard_alone', async ({ page, request, visitor }) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/homepage`);
  const list = page.getByRole('list', { name: '首页区块' });
  const names = () => list.getByRole('listitem').locator('[id$="-name"]').allTextContents();
  await expect(list).toBeVisible();
  const before = await names();
  expect(before.length).toBeGreaterThan(2);
  const [first = '', second = ''] = before;

  await page.getByRole('button', { name: `移动“${first}”` }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual([second, first, ...before.slice(2)]);
  await expect(page.getByRole('button', { name: `移动“${first}”` })).toBeFocused();
  await expect(page.getByText(`“${first}”已移到第 2 项`)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect.poll(names).toEqual(before);
  await page.keyboard.press('Control+z');
  await expect.poll(names).toEqual([second, first, ...before.slice(2)]);

  // On from the handle: the section itself, then what can be done with it.
  await page.getByRole('button', { name: `移动“${first}”` }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const section = list.getByRole('listitem').nth(1);
  await expect(section.locator('[aria-expanded="true"]')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(section.getByText('已隐藏')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已保存')).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await page.reload();
  await expect.poll(names).toEqual([second, first, ...before.slice(2)]);
  await expect(list.getByRole('listitem').nth(1).getByText('已隐藏')).toBeVisible();
});

test('an_image_is_cut_sent_described_and_removed', async ({ page, request, visitor }) => {
  const site = await siteOf(request);
  await logIn(page, site.author, `${site.path}/basic-info`);
  const field = page.getByRole('group', { name: '分享图' });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    field.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });

  await choose('notes.txt', 'text/plain', Buffer.from('no image'));
  await expect(field.getByRole('alert')).toBeVisible();

  await choose('wide.png', 'image/png', picture(1600, 1200));
  const dialog = page.getByRole('dialog', { name: '裁剪图片' });
  await dialog.getByRole('button', { name: '裁剪并上传' }).click();
  await expect(field.getByRole('img')).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\./);
  await field.getByLabel('替代文字').fill('封面');
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已保存')).toBeVisible();

  await page.reload();
  await expect(field.getByLabel('替代文字')).toHaveValue('封面');
  await field.getByRole('button', { name: '移除图片' }).click();
  await expect(field.getByRole('img')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已保存')).toBeVisible();
});
