import { expect, test } from '../support/base';
import { siteOf } from '../support/site';
import { device } from '../support/sync';

test('the_menu_of_an_article_leads_to_publishing_it_alone', async ({ browser, request }) => {
  const site = await siteOf(request);
  await site.write('怎样磨墨', '慢慢磨');
  await site.write('怎样选纸', '挑厚的');
  await site.publish();
  const author = await device(browser, site.author);
  const { page } = author;
  await author.fetch('手册');
  await page.getByRole('treeitem', { name: '怎样磨墨' }).click();
  await author.shows('慢慢磨');
  await author.send('慢慢磨，不要急');
  await page.getByRole('button', { name: '“怎样磨墨”的操作' }).click();
  await page.getByRole('menuitem', { name: '单独发布到“墨砚手册”…' }).click();
  const dialog = page.getByRole('dialog', { name: '发布' });
  await dialog.getByRole('button', { name: '只发布这一篇' }).click();
  await expect(page.getByText('已发布第 2 版')).toBeVisible();
  expect(await (await site.read('/docs/start/怎样磨墨')).text()).toContain('不要急');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(/\/overview$/);
});
