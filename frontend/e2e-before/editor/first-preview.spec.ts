import type { Page } from '@playwright/test';
import { expect, test } from '../support/editor';
import { putSettings, records } from '../support/storage';

/** The preview that is cached for the next visit; undefined before there is one. */
async function cached(page: Page) {
  const rows = await records(page, 'settings');
  const row = rows.find(({ key }) => key === '~preview');
  return row?.value as { text: string; blocks: { html: string }[]; engine: string } | undefined;
}

/** Holds back the article module. The answer lets it through. */
async function holdModule(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/moyan_article_bg-*.wasm', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until the cached preview is that of the text. */
async function cachedAs(page: Page, text: string) {
  await expect.poll(async () => (await cached(page))?.text).toBe(text);
}

const TEXT = '# 砚边\n\n磨墨。\n\n写字。';

test('the_first_visit_shows_the_tutorial_before_the_module_has_arrived', async ({ editor }) => {
  const release = await holdModule(editor.page);
  await editor.page.goto('/md');
  await expect(editor.article.locator('h1')).toHaveText('从第一行字到公众号');
  await expect(editor.article).toContainText('🍵');
  await expect(editor.article.locator('h1')).toHaveCSS('text-align', 'center');
  // Raw HTML of the tutorial is there in its sanitized form.
  await expect(editor.article.locator('details')).toBeAttached();
  await expect(editor.article.locator('.raw-pending')).toHaveCount(0);
  await editor.article.locator('h1').evaluate((node) => node.setAttribute('data-seen', ''));
  release();
  await expect(editor.page.getByText(/^[\d,]+ 字$/)).toBeVisible();
  await expect(editor.article.locator('h1[data-seen]')).toBeAttached();
});

test('a_return_shows_the_article_before_the_module_has_arrived_and_keeps_its_nodes', async ({
  editor,
}) => {
  await editor.open();
  await editor.write(TEXT);
  await editor.saved();
  await cachedAs(editor.page, TEXT);
  const release = await holdModule(editor.page);
  await editor.page.reload();
  await expect(editor.article.locator('> *')).toHaveText(['砚边', '磨墨。', '写字。']);
  for (const block of await editor.article.locator('> *').all()) {
    await block.evaluate((node) => node.setAttribute('data-seen', ''));
  }
  // What is typed meanwhile is kept, and shown when the engine is there.
  await expect(editor.source).toBeVisible();
  await editor.focusSource();
  await editor.page.keyboard.press('ControlOrMeta+End');
  await editor.page.keyboard.insertText('\n\n晾干。');
  await editor.saved();
  await expect(editor.article.locator('> *')).toHaveCount(3);
  release();
  await expect(editor.article.locator('> *')).toHaveText(['砚边', '磨墨。', '写字。', '晾干。']);
  await expect(editor.article.locator('> [data-seen]')).toHaveText(['砚边', '磨墨。', '写字。']);
});

test('another_text_another_setting_and_another_engine_never_show_the_old_blocks', async ({
  editor,
}) => {
  const { page } = editor;
  await editor.open();
  await editor.write(TEXT);
  await editor.saved();
  await cachedAs(page, TEXT);
  const sound = await cached(page);
  const release = await holdModule(page);
  const waits = async () => {
    const asked = page.waitForRequest('**/moyan_article_bg-*.wasm');
    await page.reload();
    await asked;
    // The splash stays until there is something to show.
    await expect(page.locator('#splash')).toBeVisible();
    await expect(page.getByTestId('preview')).toHaveCount(0);
  };
  await editor.fill(`${TEXT}\n\n新的。`);
  await waits();
  await editor.fill(TEXT);
  await putSettings(page, { isCiteStatus: true });
  await waits();
  await putSettings(page, { isCiteStatus: false, '~preview': { ...sound, engine: '/older.wasm' } });
  await waits();
  await putSettings(page, { '~preview': { ...sound, blocks: [{ html: 1 }] } });
  await waits();
  release();
  await expect(editor.article.locator('> *')).toHaveText(['砚边', '磨墨。', '写字。']);
});

test('hostile_blocks_in_the_storage_run_nothing_and_go_when_the_engine_is_there', async ({
  editor,
}) => {
  const { page } = editor;
  await editor.open();
  await editor.write(TEXT);
  await editor.saved();
  await cachedAs(page, TEXT);
  const sound = await cached(page);
  const html =
    '<p><img src="x" onerror="parent.ran=1"><script>parent.ran=1</script><a href="javascript:parent.ran=1">点</a></p>';
  const flags = { hasRawHtml: false, hasCode: false, hasMath: false, hasDiagram: false };
  const blocks = [
    { ...flags, html },
    { ...flags, html: '<p>二</p>' },
    { ...flags, html: '<p>三</p>' },
  ];
  await putSettings(page, { '~preview': { ...sound, blocks } });
  const release = await holdModule(page);
  await page.reload();
  await expect(editor.article.locator('a')).toHaveText('点');
  await editor.article.locator('a').click();
  release();
  await expect(editor.article.locator('> *')).toHaveText(['砚边', '磨墨。', '写字。']);
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
  // The frame's policy says on the console what it has refused.
  editor.errors.length = 0;
});

test('a_module_that_does_not_arrive_is_said_beside_the_article_and_writing_goes_on', async ({
  editor,
}) => {
  const { page } = editor;
  await editor.open();
  await editor.write(TEXT);
  await editor.saved();
  await cachedAs(page, TEXT);
  await page.route('**/moyan_article_bg-*.wasm', (route) => route.abort());
  await page.reload();
  await expect(editor.article.locator('> *')).toHaveText(['砚边', '磨墨。', '写字。']);
  await expect(page.getByTestId('preview').getByRole('alert')).toBeVisible();
  await editor.write('还在写');
  await editor.saved();
  const [post] = await records(page, 'posts');
  expect(post?.content).toBe('还在写');
  editor.errors.length = 0;
});
