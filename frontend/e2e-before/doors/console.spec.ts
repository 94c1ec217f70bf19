import { siteOf } from '../support/site';
import { expect, test } from './base';
import { openConsole } from './console-screen';

const PREVIEW = 'iframe[sandbox="allow-scripts"]';
/** The tabs of a site in their order, each with what its preview shows, if it has one. */
const TABS: readonly [name: string, preview?: string | RegExp][] = [
  ['基本信息', '墨砚手册'],
  ['首页', '墨砚手册'],
  ['会员套餐', /./],
  ['访问权限', '正文的字'],
  ['轮播图', '墨砚手册'],
  ['知识库', '文章一'],
  ['导航', '墨砚手册'],
  ['外观', '正文的字'],
  ['域名'],
  ['地址跳转'],
  ['会员'],
  ['邮件订阅'],
  ['订单'],
  ['优惠与兑换'],
  ['收款方式'],
];

test('each_tab_of_a_site_opens_with_its_preview_and_what_is_set_is_published', async ({
  tab,
  newPerson,
  request,
}) => {
  const site = await siteOf(request);
  await site.write('文章一', '# 文章一\n\n正文的字');
  await openConsole(tab, site.author, `${site.path}/overview`);
  const tabs = tab.find({ role: 'navigation', name: '网站设置' });
  for (const [name, preview] of TABS) {
    await test.step(name, async () => {
      await tabs.find({ role: 'link', name: new RegExp(`^${name}`) }).click();
      await tab.find({ role: 'heading', name: new RegExp(`^${name}`) }).shows();
      // Also under the pointer.
      await tabs.find('[aria-current=page]').holds((link) => {
        const mark = link.appendChild(document.createElement('i'));
        mark.style.background = 'var(--pressed)';
        const wanted = getComputedStyle(mark).backgroundColor;
        mark.remove();
        return getComputedStyle(link).backgroundColor === wanted;
      }, true);
      if (preview === undefined) return;
      const page = tab.foreignFrame(PREVIEW);
      await page.find({ css: 'body', having: preview }).shows();
      expect(await tab.find({ role: 'alert' }).count()).toBe(0);
    });
  }

  await test.step('a_field_is_previewed_and_saved', async () => {
    await tabs.find({ role: 'link', name: /^基本信息/ }).click();
    await tab.find({ label: '网站名称' }).fill('每一页的名字');
    const page = tab.foreignFrame(PREVIEW);
    await page.find({ css: 'body', having: '每一页的名字' }).shows();
    await tab.press('Control+s');
    await tab.says('已保存');
  });

  await test.step('a_visitor_sees_what_was_published', async () => {
    await tab.find({ role: 'button', name: /^发布/ }).click();
    const dialog = tab.find({ role: 'dialog' });
    await dialog.find({ role: 'button', name: '发布' }).click();
    await tab.says('网站已对外开放');
    const visitor = await newPerson();
    await visitor.open(site.origin);
    await visitor.says('每一页的名字');
  });
});
