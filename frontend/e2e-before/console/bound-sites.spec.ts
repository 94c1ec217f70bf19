import { logIn } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

const WORDS = {
  'zh-CN': {
    menu: '“手册”的操作',
    archive: '归档',
    archived: '“手册”已归档',
    kept: '使用它的网站不受影响，仍可发布：墨砚手册。',
    toBin: '移到回收站',
    stopped: '使用它的网站保留已发布的内容，恢复之前不能发布新内容：墨砚手册。',
    undo: '撤销',
    none: '还没有知识库',
  },
  en: {
    menu: 'Actions for “手册”',
    archive: 'Archive',
    archived: '“手册” archived',
    kept: 'Sites that use it are not affected and can still publish: 墨砚手册.',
    toBin: 'Move to the bin',
    stopped:
      'Sites that use it keep their published content and cannot publish anything new until it is restored: 墨砚手册.',
    undo: 'Undo',
    none: 'No knowledge bases yet',
  },
} as const;

for (const [locale, scheme, width] of [
  ['zh-CN', 'light', 1440],
  ['zh-CN', 'dark', 375],
  ['en', 'dark', 1440],
  ['en', 'light', 375],
] as const) {
  test(`who_archives_or_deletes_a_base_reads_what_it_means_for_its_sites_${locale}_${scheme}_${width}`, async ({
    page,
    request,
    visitor,
  }) => {
    const words = WORDS[locale];
    const { author } = await siteOf(request);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await logIn(page, author, '/team/personal/knowledge');
    await page.evaluate((name) => localStorage.setItem('locale', name), locale);
    await page.setViewportSize({ width, height: 812 });
    await page.reload();
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: words.menu }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };

    await choose(words.archive);
    await expect(page.getByText(words.archived)).toBeVisible();
    await expect(page.getByText(words.kept)).toBeVisible();
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.overflow()).toBe(0);

    await choose(words.toBin);
    await expect(page.getByText(words.stopped)).toBeVisible();
    await expect(page.getByRole('button', { name: words.undo })).toBeVisible();
    // Nothing was filtered away, so there is no filter to clear.
    await expect(page.getByText(words.none)).toBeVisible();
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.overflow()).toBe(0);
  });
}
