import { giveProfessional, person } from '../support/accounts';
import { expect, test } from '../support/base';
import { device } from '../support/sync';

test('what_was_just_written_in_the_editor_is_a_page_that_strangers_read', async ({ browser }) => {
  const author = person('安安');
  giveProfessional(author);
  const desk = await device(browser, author);
  await desk.write('# 选题的三个方法\n\n先写下读者问得最多的问题。');
  await desk.turnOn();

  const { page } = desk;
  await page.goto('/team/personal/sites');
  await page.getByRole('button', { name: '新建网站' }).click();
  const form = page.getByRole('dialog', { name: '新建网站' });
  const slug = `a${Date.now()}`;
  await form.getByLabel('网站名称').fill('安安的手册');
  await form.getByLabel('地址').fill(slug);
  await form.getByRole('combobox', { name: '知识库' }).click();
  await page.getByRole('option').filter({ hasNotText: '稍后选择' }).first().click();
  await expect(form.getByText('可以使用')).toBeVisible();
  await form.getByRole('button', { name: '创建' }).click();
  await expect(page).toHaveURL(/\/overview$/);

  await page.getByRole('button', { name: /^发布/ }).first().click();
  const publishing = page.getByRole('dialog', { name: '发布' });
  await expect(publishing.getByText(/新增 \d+ 篇/)).toBeVisible();
  await publishing.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('网站已对外开放')).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`http://${slug}.localhost:${new URL(page.url()).port}/docs`);
  await stranger.getByRole('link', { name: '选题的三个方法' }).first().click();
  await expect(stranger.getByText('先写下读者问得最多的问题。')).toBeVisible();
});
