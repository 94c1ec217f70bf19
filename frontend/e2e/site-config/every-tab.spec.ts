import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import type { DraftScreen } from '../../src/config/site-tabs';
import { logIn } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

/** What is done on a tab, and what stands there after it was saved and loaded again. */
interface Tab {
  change: (page: Page) => Promise<void>;
  stands: (page: Page) => Promise<void>;
  /** What the preview shows of it before it is saved. */
  preview?: string;
}

const fills = (label: string, value: string): Pick<Tab, 'change' | 'stands'> => ({
  change: (page) => page.getByLabel(label, { exact: true }).fill(value),
  stands: (page) => expect(page.getByLabel(label, { exact: true })).toHaveValue(value),
});

/** By the screens. */
const TABS: Record<DraftScreen, Tab> = {
  'basic-info': { ...fills('网站名称', '每一页的名字'), preview: '每一页的名字' },
  homepage: {
    change: async (page) => {
      await page.getByRole('button', { name: '添加区块' }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /常见问题/ })
        .click();
    },
    stands: (page) =>
      expect(
        page.getByRole('list', { name: '首页区块' }).getByText('常见问题').first(),
      ).toBeVisible(),
  },
  membership: {
    change: async (page) => {
      await page.getByRole('button', { name: '添加套餐' }).first().click();
      await page.getByLabel('名称', { exact: true }).last().fill('年度会员');
      await page.getByLabel('价格').last().fill('99');
    },
    stands: (page) =>
      expect(page.getByLabel('名称', { exact: true }).last()).toHaveValue('年度会员'),
    preview: '年度会员',
  },
  access: {
    change: (page) => page.getByLabel('部分可见时显示的字数').first().fill('321'),
    stands: (page) => expect(page.getByLabel('部分可见时显示的字数').first()).toHaveValue('321'),
  },
  carousel: {
    change: async (page) => {
      await page.getByRole('button', { name: '添加图片' }).first().click();
      const png = new PNG({ width: 1920, height: 600 });
      const image = { name: 'slide.png', mimeType: 'image/png', buffer: PNG.sync.write(png) };
      await page.locator('input[type="file"]').first().setInputFiles(image);
      await page.getByLabel('替代文字').fill('一张空白的图');
      await page.getByLabel('标题（可不填）').fill('新专题');
    },
    stands: (page) => expect(page.getByText('新专题').first()).toBeVisible(),
  },
  'knowledge-base': { ...fills('标题', '全部文章') },
  navigation: {
    change: async (page) => {
      await page.getByRole('button', { name: '添加链接' }).first().click();
      await page.getByLabel('文字').last().fill('关于作者');
      await page.getByLabel('链接', { exact: true }).last().fill('/docs');
    },
    stands: (page) => expect(page.getByLabel('文字').last()).toHaveValue('关于作者'),
    preview: '关于作者',
  },
  appearance: { ...fills('标题', '这一页不在了') },
  redirects: {
    change: async (page) => {
      await page.getByRole('button', { name: '添加跳转' }).first().click();
      await page.getByLabel('旧地址').last().fill('/old');
      await page.getByLabel('新地址').last().fill('/docs');
    },
    stands: (page) => expect(page.getByLabel('旧地址').last()).toHaveValue('/old'),
  },
};

test('what_is_set_on_each_tab_is_previewed_saved_and_there_after_loading_again', async ({
  page,
  request,
  visitor,
}) => {
  const site = await siteOf(request);
  await site.write('文章', '# 文章\n\n正文');
  await logIn(page, site.author, `${site.path}/overview`);
  for (const [name, { change, stands, preview }] of Object.entries(TABS)) {
    await test.step(name, async () => {
      await page.goto(`${site.path}/${name}`);
      await change(page);
      if (preview !== undefined) {
        const frame = page.frameLocator('iframe[sandbox="allow-scripts"]');
        await expect(frame.getByText(preview).first()).toBeVisible();
      }
      await page.keyboard.press('Control+s');
      await expect(page.getByText('已保存')).toBeVisible();
      await page.reload();
      await stands(page);
      expect(await visitor.violations()).toEqual([]);
    });
  }
});
