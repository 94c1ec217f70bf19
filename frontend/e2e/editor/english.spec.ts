import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/library';

test('the_editor_speaks_english', async ({ editor, library, page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('locale') === null) localStorage.setItem('locale', 'en');
  });
  await editor.openForTheFirstTime();
  await test.step('documents_are_made_renamed_moved_and_deleted_in_english', async () => {
    const act = async (title: string, entry: string) => {
      await library.row(title).hover();
      await page.getByRole('button', { name: `Actions for “${title}”` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const name = page.getByRole('textbox', { name: 'Name of the article' });
    await page.getByRole('button', { name: 'New article' }).first().click();
    await name.fill('Second');
    await name.press('Enter');
    await library.shows('Content 1', 'Second');
    await act('Second', 'Move up');
    await library.shows('Second', 'Content 1');
    await act('Second', 'Rename');
    await name.fill('First of all');
    await name.press('Enter');
    await library.shows('First of all', 'Content 1');
    await act('First of all', 'Delete');
    await library.shows('Content 1');
    await expect(page.getByText('“First of all” deleted')).toBeVisible();
    await page
      .getByRole('listitem')
      .filter({ hasText: '“First of all” deleted' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await library.shows('First of all', 'Content 1');
    await act('First of all', 'Delete');
    await library.shows('Content 1');
  });
  await test.step('an_author_starts_writes_styles_and_copies_in_english', async () => {
    await expect(editor.article.locator('h1')).toHaveText('From first line to published post');
    await expect(page.getByRole('treeitem', { name: 'Content 1' })).toBeVisible();
    await editor.write('# A morning walk\n\nThe **river** was still.');
    await expect(editor.article.locator('strong')).toHaveText(['river']);
    await page.getByRole('button', { name: 'Style', exact: true }).click();
    await page.getByRole('radio', { name: 'Elegant' }).click();
    await page.getByRole('radio', { name: 'Serif', exact: true }).click();
    await page.getByRole('button', { name: 'Copy for WeChat' }).click();
    await expect(page.getByText('Copied. Paste it into the WeChat editor').first()).toBeVisible();
    const html = (await editor.clipboard())['text/html'] ?? '';
    expect(html).toContain('A morning walk');
    expect(html).toMatch(/serif/);
    await editor.saved();
    await page.reload();
    await editor.ready();
    await expect(editor.article.locator('h1')).toHaveText('A morning walk');
    await expect(page.getByRole('radio', { name: 'Elegant' })).toBeChecked();
  });
  await test.step('a_backup_is_made_and_restored_and_settings_change_in_english', async () => {
    await editor.write('# Kept');
    await editor.saved();
    const more = async (entry: string) => {
      await page.getByRole('button', { name: 'More article actions' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const [backup] = await Promise.all([
      page.waitForEvent('download'),
      more('Back up all articles'),
    ]);
    await editor.write('# Written over');
    await editor.saved();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      more('Restore from a backup'),
    ]);
    const buffer = await readFile(await backup.path());
    await chooser.setFiles({ name: 'backup.zip', mimeType: 'application/zip', buffer });
    const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
    await expect(dialog).toContainText('Knowledge bases: 1 · Categories: 1 · Articles: 1');
    await dialog.getByRole('radio', { name: 'Replace everything' }).click();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('All articles restored from the backup')).toBeVisible();
    await expect(editor.article.locator('h1')).toHaveText('Kept');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Interface language' }).click();
    await page.getByRole('menuitemradio', { name: '简体中文' }).click();
    await expect(library.pane).toContainText('文章');
    await expect(page.getByRole('button', { name: '复制到公众号' })).toBeVisible();
  });
});
