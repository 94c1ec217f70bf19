import { expect, test } from '../support/editor';
import { settled } from '../support/settled';
import { storeArticle } from '../support/storage';

test('without_webassembly_the_start_fails_with_words', async ({ editor, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'WebAssembly', { value: undefined });
  });
  await page.goto('/md');
  await expect(page.getByRole('alert')).toContainText('应用启动失败');
  await expect(page.getByRole('alert')).toContainText('WebAssembly');
  await expect(page.getByRole('button', { name: '刷新页面' })).toBeVisible();
  expect(editor.errors).toEqual([]);
});

test('without_the_engine_and_without_a_known_preview_the_start_fails_with_words', async ({
  editor,
  page,
}) => {
  await storeArticle(page, '# 没有渲染过');
  await page.route('**/moyan_article_bg*.wasm', (route) => route.abort());
  await page.goto('/md');
  await expect(page.getByRole('alert')).toContainText('应用启动失败');
  await expect(page.getByRole('alert')).toContainText('排版引擎未能下载');
  editor.errors.length = 0;
});

test('without_the_engine_a_first_visit_shows_the_tutorial_and_says_what_is_missing', async ({
  editor,
  page,
}) => {
  await page.route('**/moyan_article_bg*.wasm', (route) => route.abort());
  await page.goto('/md');
  await expect(editor.article.locator('h1')).toHaveText('从第一行字到公众号');
  await expect(page.getByTestId('preview').getByRole('alert')).toContainText('排版引擎未能下载');
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText('复制失败')).toBeVisible();
  editor.errors.length = 0;
});

test('without_monaco_the_plain_box_goes_on', async ({ editor, page }) => {
  await page.route('**/assets/monaco-parts*', (route) => route.abort());
  await page.goto('/md');
  await expect(page.getByText('编辑器组件未能下载')).toBeVisible();
  await page.getByRole('textbox', { name: 'Markdown 正文' }).fill('# 仍可写');
  await expect(editor.article.locator('h1')).toHaveText('仍可写');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+B');
  await expect(editor.article.locator('strong')).toHaveText(['# 仍可写']);
  await editor.saved();
  editor.errors.length = 0;
});

test('without_the_sanitizer_nothing_raw_is_shown_or_copied', async ({ editor, page }) => {
  await page.route('**/moyan_export_bg*.wasm', (route) => route.abort());
  await editor.open();
  await test.step('raw_html_stays_escaped_until_the_sanitizer_is_there', async () => {
    await editor.write('<b onclick="x()">粗</b>');
    await expect(editor.article.locator('.raw-pending')).toContainText('<b onclick="x()">');
    await expect(editor.article.locator('b')).toHaveCount(0);
  });
  await test.step('a_copy_without_its_module_names_the_reason', async () => {
    await page.getByRole('button', { name: '复制到公众号' }).click();
    await expect(page.getByText('复制失败')).toBeVisible();
    await expect(page.getByText('排版引擎未能下载')).toBeVisible();
  });
  editor.errors.length = 0;
});

test('without_a_database_the_author_is_told_and_goes_on', async ({ editor, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await editor.openForTheFirstTime();
  await test.step('what_is_said_of_a_failure_covers_no_button', async () => {
    const message = page.locator('[data-sonner-toast][data-type=error]');
    await expect(message).toBeVisible();
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 812 });
      await expect(page.getByRole('tab', { name: '编辑' })).toBeVisible({ visible: width === 375 });
      await settled(page, async () => JSON.stringify(await message.boundingBox()));
      const covered = await message.evaluate((toast) => {
        const { left, right, top, bottom } = toast.getBoundingClientRect();
        const buttons = [...document.querySelectorAll('button, [role=tab]')];
        return buttons
          .filter((button) => {
            const box = button.getBoundingClientRect();
            return (
              !toast.contains(button) &&
              box.left < right &&
              box.right > left &&
              box.top < bottom &&
              box.bottom > top
            );
          })
          .map((button) => button.ariaLabel ?? button.textContent);
      });
      expect(covered).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('a_blocked_database_is_said_and_typing_goes_on', async () => {
    await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
    await expect(page.getByText('浏览器禁止了本地存储')).toBeVisible();
    await expect(page.getByRole('button', { name: '下载文章' })).toBeVisible();
    await editor.write('# 照写不误');
    await expect(editor.article.locator('h1')).toHaveText('照写不误');
  });
});

test('faults_of_engine_and_disk_stop_nobody_who_types', async ({ editor, page }) => {
  // A module whose first memory growth fails traps as a panic does.
  await page.addInitScript(() => {
    const traps = { left: 0 };
    Object.assign(globalThis, { traps });
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (source, imports) => {
      const result = await instantiate.call(WebAssembly, source, imports);
      const exports = result.instance.exports as Record<string, unknown>;
      if (!('engine_update' in exports)) return result;
      const guarded = { ...exports };
      for (const name of ['engine_update', 'engine_edit']) {
        guarded[name] = (...args: unknown[]) => {
          if (traps.left > 0) {
            traps.left -= 1;
            throw new WebAssembly.RuntimeError('unreachable');
          }
          return (exports[name] as (...a: unknown[]) => unknown)(...args);
        };
      }
      return { module: result.module, instance: { exports: guarded } as WebAssembly.Instance };
    };
  });
  await editor.open();
  await test.step('an_engine_that_traps_starts_anew_by_itself', async () => {
    await editor.write('# 先前\n\n一段');
    await expect(editor.article.locator('h1')).toHaveText('先前');
    await page.evaluate(() => {
      (globalThis as unknown as { traps: { left: number } }).traps.left = 1;
    });
    await editor.write('# 之后\n\n二段');
    await expect(editor.article.locator('h1')).toHaveText('之后');
    await expect(editor.article.locator('p')).toHaveText(['二段']);
    await page.evaluate(() => {
      // Whatever is rendered on the way fails too, until the message was seen.
      (globalThis as unknown as { traps: { left: number } }).traps.left = Number.POSITIVE_INFINITY;
    });
    await editor.write('# 停住');
    await expect(page.getByText('排版引擎出错')).toBeVisible();
    await page.evaluate(() => {
      (globalThis as unknown as { traps: { left: number } }).traps.left = 0;
    });
    await editor.write('# 又好了');
    await expect(editor.article.locator('h1')).toHaveText('又好了');
    await expect(page.getByText('排版引擎出错')).toBeHidden();
  });
  await test.step('a_full_disk_is_said_and_typing_goes_on', async () => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await editor.write('# 写不下了');
    await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
    await expect(page.getByText('存储空间已满')).toBeVisible();
    await expect(editor.article.locator('h1')).toHaveText('写不下了');
  });
});
