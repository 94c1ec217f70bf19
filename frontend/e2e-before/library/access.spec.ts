import { faults } from '../support/axe';
import { expect, test } from '../support/library';

for (const scheme of ['light', 'dark'] as const) {
  test(`every_part_of_the_documents_is_accessible_when_${scheme}`, async ({
    editor,
    library,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await editor.open();
    await editor.write('# 新的\n\n一段');
    await library.act('新的', '新建子文章');
    await page.getByRole('textbox', { name: '文章名称' }).press('Enter');
    await page.getByRole('button', { name: '文章属性' }).click();
    // The fields are there before what writes them is.
    await expect(page.getByRole('switch', { name: '草稿' })).toBeEnabled();
    expect(await faults(page, 'popup')).toEqual([]);
    await page.getByRole('button', { name: '分类：docs' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    expect(await faults(page, 'popup')).toEqual([]);
    await page.keyboard.press('Escape');
    await library.act('新的', '历史版本…');
    await expect(page.getByTestId('diff')).toBeVisible();
    expect(await faults(page, 'popup')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '更多文章操作' }).click();
    await page.getByRole('menuitem', { name: '搜索与替换…' }).click();
    await page.getByRole('textbox', { name: '搜索' }).fill('一');
    await expect(page.getByRole('list', { name: '搜索结果' })).toBeVisible();
    expect(await faults(page, 'popup')).toEqual([]);
    await page.getByRole('button', { name: '替换', exact: true }).click();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    expect(await faults(page, 'popup')).toEqual([]);
  });
}

test('the_documents_speak_english', async ({ editor, library, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.open();
  await expect(library.pane).toBeVisible();
  await page.getByRole('button', { name: 'New article' }).click();
  const box = page.getByRole('textbox', { name: 'Name of the article' });
  await box.fill('Second');
  await box.press('Enter');
  await editor.write('# Hello');
  await library.row('Second').hover();
  await page.getByRole('button', { name: 'Actions for “Second”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('“Second” deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(editor.article.locator('h1')).toHaveText('Hello');
  const texts = await library.pane.innerText();
  expect(texts).not.toMatch(/library:|editor:|\{\{/);
});
