import { freshEmail, logIn, person, teamOf } from '../support/accounts';
import { expect, test } from '../support/visitor';

test('a_role_changes_and_a_member_is_removed', async ({ page, visitor, request, browser }) => {
  const owner = person('墨客');
  const editor = person('林小满');
  const team = await teamOf(request, owner, '雨夜编辑部', [{ person: editor, role: 'editor' }]);
  await logIn(page, owner, `/team/${team}/members`);
  const row = page.getByRole('listitem').filter({ hasText: '林小满' });
  await row.getByRole('combobox', { name: '林小满 的角色' }).click();
  await page.getByRole('option', { name: '查看者' }).click();
  await expect(page.getByText('林小满 现在是查看者')).toBeVisible();

  // A viewer looks and manages nothing.
  const other = await browser.newContext();
  const viewer = await other.newPage();
  await logIn(viewer, editor, `/team/${team}/members`);
  await expect(viewer.getByRole('listitem').filter({ hasText: '墨客' })).toBeVisible();
  await expect(viewer.getByRole('button', { name: '邀请成员' })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: '移出团队' })).toHaveCount(0);

  await row.getByRole('button', { name: '移出团队' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '移出团队' }).click();
  await expect(page.getByText('已移出 林小满')).toBeVisible();
  await expect(row).toHaveCount(0);
  await viewer.reload();
  await expect(viewer.getByText('团队不存在')).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await other.close();
});

test('an_invitation_is_sent_and_taken_back', async ({ page, visitor: _, request }) => {
  const owner = person('墨客');
  const team = await teamOf(request, owner, '雨夜编辑部');
  await logIn(page, owner, `/team/${team}/members`);
  await page.getByRole('button', { name: '邀请成员' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('邮箱').fill('not an address');
  await dialog.getByRole('button', { name: '发送邀请' }).click();
  await expect(dialog.getByText('请输入有效的邮箱地址')).toBeVisible();
  const guest = freshEmail('guest');
  await dialog.getByLabel('邮箱').fill(guest);
  await dialog.getByRole('button', { name: '发送邀请' }).click();
  await expect(page.getByText(`邀请已发给 ${guest}`)).toBeVisible();
  const waiting = page.getByRole('listitem').filter({ hasText: guest });
  await waiting.getByRole('button', { name: '撤回' }).click();
  await expect(page.getByText(`已撤回发给 ${guest} 的邀请`)).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('a_team_is_renamed_handed_over_and_left', async ({ page, visitor, request, browser }) => {
  const owner = person('墨客');
  const successor = person('林小满');
  const team = await teamOf(request, owner, '雨夜编辑部', [{ person: successor, role: 'admin' }]);
  await logIn(page, owner, `/team/${team}/settings`);
  await page.getByLabel('团队名称').fill('晴天编辑部');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('名称已更新')).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('button', { name: '转让团队' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '转让', exact: true }).click();
  await expect(page.getByText('团队已转让给 林小满')).toBeVisible();
  await expect(page.getByRole('button', { name: '删除团队' })).toHaveCount(0);

  await page.getByRole('button', { name: '退出团队' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
  await expect(page).toHaveURL(/\/team\/personal\/overview$/);
  const other = await browser.newContext();
  const successorPage = await other.newPage();
  await logIn(successorPage, successor, `/team/${team}/members`);
  await expect(successorPage.getByRole('heading', { name: '成员' })).toBeVisible();
  await expect(successorPage.getByText('墨客')).toHaveCount(0);
  await other.close();
});

test('a_deleted_team_comes_back', async ({ page, visitor: _, request }) => {
  const owner = person('墨客');
  const team = await teamOf(request, owner, '雨夜编辑部');
  await logIn(page, owner, `/team/${team}/settings`);
  await page.getByRole('button', { name: '删除团队' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('别的名字');
  await dialog.getByRole('button', { name: '删除', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('名称不一致');
  await dialog.getByRole('textbox').fill('雨夜编辑部');
  await dialog.getByRole('button', { name: '删除', exact: true }).click();
  await expect(page).toHaveURL(/\/team\/personal\/overview$/);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page).toHaveURL(new RegExp(`/team/${team}/overview$`));
  await expect(page.getByText('团队已恢复')).toBeVisible();
});
