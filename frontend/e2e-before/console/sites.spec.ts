import type { Locator } from '@playwright/test';
import { giveProfessional, logIn, person } from '../support/accounts';
import { expect, test } from '../support/visitor';

const PATH = '/team/personal/sites';

/** Contrast of an element's background with what it stands on. */
const contrastOf = (part: Locator) =>
  part.evaluate((element) => {
    const colorOf = (of: Element) => getComputedStyle(of).backgroundColor;
    let ground = element.parentElement;
    while (ground !== null && !colorOf(ground).startsWith('rgb(')) ground = ground.parentElement;
    const luminanceOf = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [one, other] = [colorOf(element), ground === null ? '' : colorOf(ground)].map(
      luminanceOf,
    );
    const [darker = 0, lighter = 0] = [one ?? 0, other ?? 0].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  });

test('what_is_on_its_way_is_seen_in_both_themes', async ({ page, visitor: _ }) => {
  const author = person('墨客');
  giveProfessional(author);
  await page.route('**/api/teams/*/sites*', () => undefined);
  await logIn(page, author, PATH);
  const line = page.getByRole('status', { name: '正在打开…' }).locator('span').first();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect.poll(() => contrastOf(line)).toBeGreaterThan(1.08);
  }
});

test('without_the_plan_one_site_is_set_up_and_the_plan_is_named_where_it_is_published', async ({
  page,
  visitor,
}) => {
  await logIn(page, person('墨客'), PATH);
  await expect(page.getByText('发布给读者需要专业版')).toBeVisible();
  await page.getByRole('button', { name: '新建网站' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('网站名称').fill('试一试');
  await dialog.getByLabel('地址').fill(`try-it-${Date.now()}`);
  await expect(dialog.getByText('可以使用')).toBeVisible();
  await dialog.getByRole('button', { name: '创建' }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByText('网站只有团队成员能看到')).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).first().click();
  await expect(dialog.getByText('当前套餐不包含网站部署')).toBeVisible();
  await expect(dialog.getByRole('link', { name: '了解套餐' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /发布/ })).toHaveCount(0);
  await page.goto(PATH);
  await expect(page.getByRole('link', { name: '试一试', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '新建网站' })).toHaveCount(0);
  expect(await visitor.violations()).toEqual([]);
});

test('a_site_is_created_renamed_deleted_and_taken_back', async ({ page, visitor }) => {
  const author = person('墨客');
  giveProfessional(author);
  await logIn(page, author, PATH);
  await page.getByRole('button', { name: '新建网站' }).click();
  const dialog = page.getByRole('dialog');
  const slug = `a-site-with-a-long-name-${Date.now()}`;
  await dialog.getByLabel('网站名称').fill('墨砚手册');
  await dialog.getByLabel('地址').fill('admin');
  await expect(dialog.getByText('该地址为系统保留')).toBeVisible();
  await dialog.getByLabel('地址').fill(slug);
  await expect(dialog.getByText('可以使用')).toBeVisible();
  await dialog.getByRole('button', { name: '创建' }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByText(/^健康度 \d+$/)).toBeVisible();
  expect(await visitor.violations()).toEqual([]);

  await page.getByRole('link', { name: '基本信息' }).first().click();
  await page.getByLabel('网站名称').fill('');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请先修正错误再保存')).toBeVisible();
  await expect(page.getByLabel('网站名称')).toBeFocused();
  await page.getByLabel('网站名称').fill('写作手册');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已保存')).toBeVisible();
  expect(await visitor.violations()).toEqual([]);

  await page.getByLabel('网站描述').fill('写到一半');
  await page.getByRole('link', { name: '网站', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('有未保存的修改')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click();
  await expect(page.getByRole('heading', { name: '写作手册' })).toBeVisible();

  await page.getByRole('link', { name: '概览', exact: true }).click();
  await expect(page.getByText('这段时间还没有人浏览这些网站。')).toBeVisible();
  await page.getByRole('radio', { name: '7 天' }).click();
  await expect(page.getByRole('radio', { name: '7 天' })).toBeChecked();
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('link', { name: '网站', exact: true }).click();

  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 375, height: 720 });
  const card = await page.getByRole('listitem').filter({ hasText: '写作手册' }).boundingBox();
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(375);
  await page.setViewportSize(size);

  await page.getByRole('button', { name: '“写作手册”的操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog').getByText('输入的名称不一致')).toBeVisible();
  await page.getByRole('dialog').getByRole('textbox').fill('写作手册');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('heading', { name: '写作手册' })).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
});
