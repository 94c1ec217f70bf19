import { person, sessionOf, teamOf } from '../support/accounts';
import { expect, test } from '../support/base';
import { device } from '../support/sync';

test('who_began_alone_gives_the_site_to_a_team_and_no_word_is_lost', async ({
  browser,
  request,
}) => {
  const [author, helper] = [person('安安'), person('帮手')];
  const desk = await device(browser, author);
  await desk.write('# 起点\n\n第一段。');
  await desk.turnOn();
  const laptop = await device(browser, author);
  await laptop.fetch('我的知识库');
  await laptop.page.context().setOffline(true);
  await laptop.write('# 起点\n\n第一段。\n\n路上写的一段。');

  const ask = await sessionOf(request, author);
  const { serverId: knowledgeBaseId } = await desk.base();
  const slug = `m${Date.now()}`;
  await ask('post', '/teams/personal/sites', { name: '安安的手册', slug, knowledgeBaseId });
  const team = await teamOf(request, author, '手册小组', [{ person: helper, role: 'editor' }]);

  const { page } = desk;
  await page.goto('/team/personal/sites');
  await page.getByRole('button', { name: '“安安的手册”的操作' }).click();
  await page.getByRole('menuitem', { name: '移到其他团队…' }).click();
  const dialog = page.getByRole('dialog', { name: '把“安安的手册”移到其他团队' });
  await expect(dialog.getByText(/知识库“我的知识库”随之移动/)).toBeVisible();
  await expect(dialog.getByText(/“手册小组”的成员可以按各自的角色查看和修改/)).toBeVisible();
  await dialog.getByRole('button', { name: '移动' }).click();
  await expect(page).toHaveURL(new RegExp(`/team/${team}/sites$`));
  await expect(page.getByRole('link', { name: '安安的手册', exact: true })).toBeVisible();

  // The browser that was away finds the knowledge base in the team, and sends what was written before.
  await laptop.page.context().setOffline(false);
  await laptop.wake();
  await laptop.synced();
  await expect.poll(() => laptop.base()).toMatchObject({ teamId: team, serverId: knowledgeBaseId });
  const guest = await device(browser, helper);
  await guest.fetch('我的知识库');
  await guest.shows('路上写的一段。');
  // Who moved it goes on in the editor as before.
  await page.goto('/md');
  await desk.shows('路上写的一段。');
  await desk.synced();
});
