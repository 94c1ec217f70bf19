import { expect, test } from '../support/editor';

test('the_preview_shows_what_dark_mode_makes_of_the_article', async ({ editor, page }) => {
  await editor.openWith(
    '# 大题\n\n一段**重点**。\n\n<div class="profile-card">自己画的</div>\n\n<mp-common-profile data-nickname="墨客" data-signature="写字的人" data-verify_status="2"></mp-common-profile>\n\n> 引用\n\n```js\nconst a = 1;\n```\n',
  );
  const light = await editor.copyForWechat();
  await page.getByRole('button', { name: '模拟微信深色模式' }).click();
  const dark = page.frameLocator('iframe[title="微信深色模式下的文章"]').locator('section.article');
  await expect(dark).toContainText('大题');
  await expect(page.getByText('复制的内容不受影响')).toBeVisible();
  // WeChat draws the card of an account itself.
  await expect(dark.locator('.profile-card')).toContainText('墨客');
  await expect(dark.locator('.profile-card')).toContainText('写字的人');
  const readable = await dark.evaluate((root) => {
    const channel = (value: number) =>
      value <= 10.3 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const luminance = ([r = 0, g = 0, b = 0]: number[]) =>
      0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const behind = (element: Element | null): number[] => {
      if (element === null) return [25, 25, 25];
      const color = numbers(getComputedStyle(element).backgroundColor);
      const under = behind(element.parentElement);
      const alpha = color[3] ?? 1;
      return color.slice(0, 3).map((value, i) => value * alpha + (under[i] ?? 0) * (1 - alpha));
    };
    return (
      [...root.querySelectorAll('*')]
        .filter((element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
        )
        // Colors of code are those of the code theme, which is not ours.
        .filter((element) => !getComputedStyle(element).fontFamily.includes('Menlo'))
        .map((element) => {
          const [a, b] = [
            luminance(numbers(getComputedStyle(element).color)),
            luminance(behind(element)),
          ];
          return {
            text: element.textContent,
            ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05),
          };
        })
        .filter(({ ratio }) => ratio < 4.5)
    );
  });
  expect(readable).toEqual([]);
  expect(await editor.copyForWechat()).toBe(light);
  await editor.write('# 新题');
  await expect(dark).toContainText('新题');
  await page.getByRole('button', { name: '模拟微信深色模式' }).click();
  await expect(dark).toHaveCount(0);
  await expect(editor.article).toContainText('新题');
});

test('on_a_phone_the_menu_shows_it', async ({ editor, page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await editor.page.goto('/md');
  await expect(editor.article).toBeAttached();
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '模拟微信深色模式' }).click();
  const dark = page.frameLocator('iframe[title="微信深色模式下的文章"]').locator('section.article');
  await expect(dark).toBeVisible();
  await expect(dark).toContainText('墨砚');
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '退出深色模式模拟' }).click();
  await expect(editor.article).toBeVisible();
});
