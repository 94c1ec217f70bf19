import { failWrites, heal } from './faults';
import { expect, emptied as test } from './library';
import { records } from './storage';

test.describe('a window that stays open', () => {
  // One after the other in one browser.
  test.describe.configure({ mode: 'serial' });

  test('a_journey_leaves_texts_settings_and_messages', async ({ editor, library, page }) => {
    await editor.open();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('button', { name: '样式', exact: true }).click();
    await page.getByRole('radio', { name: '优雅', exact: true }).click();
    await library.create('第二篇');
    await library.act('内容 1', '删除');
    await expect(page.getByRole('button', { name: '撤销' })).toBeVisible();
    await failWrites(page);
    await editor.write('写到最后一刻的字');
    await heal(page);
    await editor.write('写到最后一刻的字，还有');
  });

  test('the_next_one_begins_as_if_for_the_first_time', async ({ editor, library, page }) => {
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await editor.open();
    await library.shows('内容 1');
    await expect(editor.article.locator('h1')).toHaveText('第一篇');
    await expect(page.getByRole('button', { name: '撤销' })).toHaveCount(0);
    await editor.saved();
    expect(await records(page, 'posts')).toHaveLength(1);
    await page.getByRole('button', { name: '样式', exact: true }).click();
    await expect(page.getByRole('radio', { name: '经典', exact: true })).toBeChecked();
  });

  test('what_is_stored_beforehand_is_what_it_opens', async ({ editor, library }) => {
    await editor.openWith('先存好的字');
    await expect(editor.article).toHaveText('先存好的字');
    await library.shows('内容 1');
  });
});
