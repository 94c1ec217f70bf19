// What the product is for, in a browser that has nothing newer than the oldest supported ones have.
import { freshEmail, logIn, PASSWORD, register } from '../support/accounts';
import { DIAGRAMS } from '../support/diagrams';
import { EditorScreen } from '../support/editor';
import { age } from '../support/oldest-browser';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

/** Kinds that hardly anybody draws; each has a parser of its own, or a link. */
const RARE_DIAGRAMS = {
  link: 'flowchart LR\n  A --> B\n  click A "https://example.com/a" "去看"',
  timeline: 'timeline\n  title 一年\n  春 : 写作\n  秋 : 发布',
  journey: 'journey\n  title 一天\n  section 上午\n    写稿: 5: 作者',
  quadrant: 'quadrantChart\n  x-axis 低 --> 高\n  y-axis 慢 --> 快\n  初稿: [0.3, 0.6]',
  packet: 'packet-beta\n  0-15: "源"\n  16-31: "目标"',
  kanban: 'kanban\n  待办\n    写稿\n  完成\n    发布',
  architecture:
    'architecture-beta\n  group a(cloud)[站点]\n  service b(database)[数据库] in a\n  service c(server)[服务] in a\n  b:L -- R:c',
  radar: 'radar-beta\n  axis a["写"], b["改"], c["发"]\n  curve x["本月"]{3, 4, 5}',
  treemap: 'treemap-beta\n"文章"\n  "长文": 10\n  "短文": 20',
};

const ARTICLE = `# 大题\n\n第一段有**重点**与 $x^2$。\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n${'```'}mermaid\n${DIAGRAMS.pie}\n${'```'}\n\n尾段。\n`;

test.describe('the editor and the console', () => {
  test.beforeEach(async ({ context, visitor: _ }) => {
    test.slow();
    await age(context, 'app');
  });

  test('somebody_registers_and_logs_in', async ({ page, request }) => {
    const email = freshEmail('oldest');
    await page.goto('/register');
    expect(await page.evaluate(() => 'any' in AbortSignal || 'canParse' in URL)).toBe(false);
    await register(page, request, email, '墨客');
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(/\/team\/personal\/overview$/);
  });

  test('an_article_is_written_kept_and_copied', async ({ page }) => {
    const editor = new EditorScreen(page);
    await editor.open();
    await editor.write(ARTICLE);
    await expect(editor.article.locator('.katex')).toBeVisible();
    await expect(editor.article.locator('.hljs-keyword')).toHaveText('const');
    await expect(editor.article.locator('.diagram > svg')).toBeVisible();
    for (const worker of page.workers()) {
      expect(await worker.evaluate(() => 'groupBy' in Object), worker.url()).toBe(false);
    }
    await editor.saved();
    const html = await editor.copyForWechat();
    expect(html).toContain('尾段。');
    expect(html).toContain('朋友圈');
    await page.reload();
    await editor.ready();
    await expect(editor.article.locator('h1')).toHaveText('大题');
  });

  test('every_kind_of_diagram_is_drawn', async ({ page }) => {
    const sources = Object.values({ ...DIAGRAMS, ...RARE_DIAGRAMS });
    const editor = new EditorScreen(page);
    await editor.openWith(sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\``).join('\n\n'));
    await expect(editor.article.locator('.diagram > svg')).toHaveCount(sources.length);
  });

  test('a_site_is_set_up_with_its_preview', async ({ page, request }) => {
    const site = await siteOf(request);
    await site.write('文章一', '# 文章一\n\n正文的字');
    await logIn(page, site.author, `${site.path}/basic-info`);
    await page.getByLabel('网站名称').fill('每一页的名字');
    const preview = page.frameLocator('iframe[sandbox="allow-scripts"]');
    await expect(preview.getByText('每一页的名字').first()).toBeVisible();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('已保存')).toBeVisible();
  });
});

test('a_site_is_read_and_searched', async ({ page, context, request, visitor: _ }) => {
  await age(context, 'sites');
  const site = await siteOf(request);
  await site.write('文章一', '# 文章一\n\n## 第一节\n\n正文的字\n\n## 第二节\n\n$x^2$');
  await site.publish();
  await page.goto(site.origin);
  expect(await page.evaluate(() => 'toSorted' in Array.prototype)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${site.origin}/docs`);
  await page
    .getByRole('link', { name: /文章一/ })
    .first()
    .click();
  await expect(page.getByText('正文的字')).toBeVisible();
  await page.goto(`${site.origin}/search?q=${encodeURIComponent('正文')}`);
  await expect(page.getByRole('link', { name: /文章一/ }).first()).toBeVisible();
});
