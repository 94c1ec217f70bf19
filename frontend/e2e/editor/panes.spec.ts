import type { Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { faults } from '../support/axe';
import { type EditorScreen, expect, test } from '../support/editor';

const text = Array.from(
  { length: 60 },
  (_, i) => `## 第 ${i} 节\n\n${'一段不长的文字。'.repeat((i % 7) + 1)}\n\n- 甲\n- 乙`,
).join('\n\n');

const splitter = (page: Page) => page.getByRole('separator', { name: '调整编辑区与预览区的宽度' });
const paneWidth = async (page: Page) =>
  (await page.locator('section[aria-label=编辑]').boundingBox())?.width ?? 0;
const articleWidth = ({ article }: EditorScreen) =>
  article.evaluate((root) => root.ownerDocument.documentElement.clientWidth);
const openPanel = (page: Page) => page.getByRole('button', { name: '样式', exact: true }).click();
const panel = (page: Page) => page.getByRole('complementary', { name: '右侧栏' });

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('not shown');
  return box;
}

async function drag(page: Page, by: number): Promise<void> {
  const box = await splitter(page).boundingBox();
  if (box === null) throw new Error('no splitter');
  await page.mouse.move(box.x, 400);
  await page.mouse.down();
  await page.mouse.move(box.x + by / 2, 400);
  await page.mouse.move(box.x + by, 400);
  await page.mouse.up();
}

test('the_edge_between_the_panes_is_where_the_author_puts_it', async ({ editor, page }) => {
  await editor.open();
  await test.step('a_row_of_tools_that_is_too_wide_fades_where_it_goes_on', async () => {
    const bar = page.getByRole('toolbar', { name: '文字格式' });
    const fades = () =>
      bar.evaluate((row) => {
        const style = getComputedStyle(row);
        return ['left', 'right'].map((side) => style.getPropertyValue(`--scroll-fade-${side}`));
      });
    expect(await fades()).toEqual(['0px', '0px']);
    await splitter(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(fades).toEqual(['0px', '48px']);
    await bar.evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
    await expect.poll(fades).toEqual(['48px', '0px']);
    await splitter(page).dblclick();
    await expect.poll(fades).toEqual(['0px', '0px']);
  });
  await test.step('the_edge_between_the_panes_is_dragged_and_remembered', async () => {
    await page.getByRole('radio', { name: '全宽' }).click();
    const before = await paneWidth(page);
    await drag(page, 120);
    await expect.poll(() => paneWidth(page)).toBeCloseTo(before + 120, -1);
    await page.reload();
    await editor.ready();
    await expect.poll(() => paneWidth(page)).toBeCloseTo(before + 120, -1);
    await splitter(page).dblclick();
    await expect.poll(() => paneWidth(page)).toBeCloseTo(before, -1);
  });
  await test.step('the_edge_is_moved_by_keys_and_follows_the_swapped_panes', async () => {
    await splitter(page).focus();
    const share = async () => Number(await splitter(page).getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowRight');
    await expect.poll(share).toBeGreaterThan(50);
    await page.keyboard.press('Home');
    await expect.poll(share).toBe(20);
    await page.getByRole('button', { name: '左右交换编辑区与预览区' }).click();
    await splitter(page).focus();
    const before = await paneWidth(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => paneWidth(page)).toBeGreaterThan(before);
    expect(await faults(page)).toEqual([]);
  });
});

test('the_preview_and_what_is_beside_it_have_room_in_every_window', async ({ editor, page }) => {
  await editor.open();
  await test.step('the_shadow_of_the_page_does_not_fall_on_the_status_bar', async () => {
    await editor.saved();
    const { x, width } = await boxOf(page.getByTestId('preview'));
    const { y, height } = await boxOf(page.getByRole('region', { name: '文章状态' }));
    const clip = { x, y, width, height };
    const shaded = await page.screenshot({ clip });
    await page
      .locator('[data-testid=preview] iframe')
      .evaluate(({ parentElement }) => parentElement?.style.setProperty('box-shadow', 'none'));
    const plain = PNG.sync.read(await page.screenshot({ clip }));
    expect(plain.data.equals(PNG.sync.read(shaded).data)).toBe(true);
    await page
      .locator('[data-testid=preview] iframe')
      .evaluate(({ parentElement }) => parentElement?.style.removeProperty('box-shadow'));
  });
  await test.step('the_label_of_a_switch_turns_it', async () => {
    await openPanel(page);
    const one = page.getByRole('switch').first();
    const label = await one.evaluate(
      (element) =>
        document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent,
    );
    const before = await one.getAttribute('aria-checked');
    await panel(page)
      .getByText(label ?? '', { exact: true })
      .click();
    await expect(one).not.toHaveAttribute('aria-checked', before ?? '');
    await one.click();
    await expect(one).toHaveAttribute('aria-checked', before ?? '');
    await openPanel(page);
    await expect(panel(page)).toBeHidden();
  });
  for (const width of [800, 1024, 1280, 1440]) {
    await test.step(`a_phone_in_the_preview_is_375_pixels_wide_in_a_window_of_${width}`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await editor.write('正文');
      await expect.poll(() => articleWidth(editor)).toBe(375);
      await openPanel(page);
      const widths = new Set<number>();
      for (const name of ['样式', 'CSS 方案', '大纲', 'AI 助手']) {
        await page.getByRole('tab', { name, exact: true }).click();
        expect(await articleWidth(editor)).toBe(375);
        widths.add((await panel(page).boundingBox())?.width ?? 0);
      }
      expect([...widths]).toEqual([360]);
      expect(await paneWidth(page)).toBeGreaterThanOrEqual(240);
      const { scrollWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth ?? 0).toBeLessThanOrEqual(width);
      await page.getByRole('button', { name: '收起右侧栏' }).click();
      await expect(panel(page)).toBeHidden();
    });
  }
  await test.step('where_there_is_no_room_for_all_the_documents_give_way_and_the_preview_stays_in_sight', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const documents = page.getByRole('complementary', { name: '文章' });
    await expect(documents).toBeVisible();
    await openPanel(page);
    await expect(documents).toBeHidden();
    const [preview, beside] = [
      await page.getByTestId('preview').boundingBox(),
      await panel(page).boundingBox(),
    ];
    expect((preview?.x ?? 0) + (preview?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    await page.getByRole('button', { name: '样式', exact: true }).click();
    await expect(documents).toBeVisible();
  });
  await test.step('in_a_narrow_window_panels_lie_over_the_panes_and_leave_by_escape_and_a_click', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await editor.write('这一段从纸面的左边开始。');
    const before = await paneWidth(page);
    const button = page.getByRole('button', { name: '样式', exact: true });
    await button.click();
    expect(await paneWidth(page)).toBe(before);
    // What changes the look leaves the preview in sight, and lies on the source.
    const [look, preview] = [
      await panel(page).boundingBox(),
      await page.locator('[data-testid=preview]').boundingBox(),
    ];
    expect((look?.x ?? 0) + (look?.width ?? 0)).toBeLessThanOrEqual((preview?.x ?? 0) + 1);
    await page.getByRole('tab', { name: '大纲' }).click();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.getByRole('tab', { name: '大纲' }).click();
    await editor.source.click({ position: { x: 60, y: 60 } });
    await expect(panel(page)).toBeHidden();
    await button.click();
    await editor.article.locator('p').click({ position: { x: 4, y: 8 } });
    await expect(panel(page)).toBeHidden();
    await page.getByRole('button', { name: '打开文章列表' }).click();
    const documents = page.getByRole('dialog', { name: '文章' });
    await expect(documents).toBeVisible();
    expect(await paneWidth(page)).toBe(before);
    await page.keyboard.press('Escape');
    await expect(documents).toBeHidden();
  });
  await test.step('the_bar_of_the_assistant_keeps_its_tools_and_its_close_button', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await editor.write('选中这些字');
    await page.keyboard.press('ControlOrMeta+A');
    const bar = page.getByRole('region', { name: 'AI 工具' });
    const outer = await page.getByRole('region', { name: '编辑', exact: true }).boundingBox();
    for (const button of await bar.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.x ?? 0).toBeGreaterThanOrEqual(outer?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (outer?.x ?? 0) + (outer?.width ?? 0),
      );
    }
  });
});

test('the_preview_shows_where_the_author_is', async ({ editor, page }) => {
  await editor.openWith(text);
  await test.step('an_article_opens_at_its_start_in_the_preview', async () => {
    await expect(editor.article.locator('h2')).toHaveCount(60);
    await expect(editor.article.locator('h2').first()).toBeInViewport();
    await editor.saved();
    await expect(editor.article.locator('h2').first()).toBeInViewport();
  });
  await test.step('the_block_of_the_cursor_is_in_view_in_the_preview', async () => {
    const heading = editor.article.locator('h2').nth(40);
    await heading.scrollIntoViewIfNeeded();
    await heading.click();
    await expect(editor.source).toContainText('第 40 节');
    // The preview goes elsewhere, and the cursor moves on in the source.
    await page.locator('[data-testid=preview] iframe').hover();
    await page.getByRole('button', { name: '同步滚动' }).click();
    await page.mouse.wheel(0, -1_000_000);
    await page.getByRole('button', { name: '同步滚动' }).click();
    await editor.focusSource();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(heading).toBeInViewport();
  });
});

test('the_page_of_the_preview_is_dimmed_where_the_interface_is_dark', async ({ editor, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await editor.open();
  const dim = page.getByRole('button', { name: '调暗纸面' });
  const brightness = async () => {
    const shot = await page.getByTestId('preview').locator('iframe').screenshot();
    return PNG.sync.read(shot).data[0] ?? 0;
  };
  expect(await brightness()).toBe(255);
  await dim.click();
  await expect.poll(brightness).toBeLessThan(200);
  await page.reload();
  await editor.ready();
  await expect.poll(brightness).toBeLessThan(200);
  await page.getByRole('button', { name: '模拟微信深色模式' }).click();
  await expect(page.getByTestId('dimmed')).toHaveCount(0);
  await page.getByRole('button', { name: '模拟微信深色模式' }).click();
  await expect(page.getByTestId('dimmed')).toHaveCount(1);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(dim).toBeHidden();
  await expect.poll(brightness).toBe(255);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test('the_parts_of_the_editor_are_in_reach_of_a_finger', async ({ editor, page }) => {
    await page.goto('/md');
    await test.step('the_documents_open_without_a_keyboard_and_insert_is_on_the_screen', async () => {
      const insert = page.getByRole('button', { name: '插入', exact: true });
      await expect(insert).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: '打开文章列表' }).tap();
      await expect(page.getByRole('dialog', { name: '文章' })).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: '文章' })).toBeHidden();
    });
    await test.step('the_style_sheet_leaves_the_article_in_sight', async () => {
      await page.getByRole('button', { name: '样式', exact: true }).tap();
      const sheet = page.getByRole('dialog', { name: '样式' });
      await expect(sheet).toBeVisible();
      const top = (await sheet.boundingBox())?.y ?? 0;
      const preview = (await page.getByTestId('preview').boundingBox())?.y ?? 999;
      expect(top - preview).toBeGreaterThan(150);
      await expect(editor.article).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    });
    await test.step('a_tap_in_the_preview_leads_into_the_text_and_back_to_its_block', async () => {
      const box = page.getByRole('textbox', { name: 'Markdown 正文' });
      await box.fill(text);
      await page.getByRole('tab', { name: '预览' }).tap();
      const heading = editor.article.locator('h2').nth(40);
      await heading.scrollIntoViewIfNeeded();
      await heading.tap();
      await expect(box).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.insertText('【这里】');
      await page.getByRole('tab', { name: '预览' }).tap();
      await expect(heading).toHaveText('第 40 节【这里】');
      await expect(heading).toBeInViewport();
    });
  });
});
