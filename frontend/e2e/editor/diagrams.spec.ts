import type { Page } from '@playwright/test';
import { expect, test } from '../support/editor';
import { difference } from '../support/pictures';

const DIAGRAMS: Record<string, string> = {
  flowchart:
    'flowchart TD\n  A[写 Markdown] -->|预览| B{满意吗？}\n  B -- 是 --> C([复制到公众号])\n  B -- 否 --> A\n  C -.-> D[(草稿箱)]\n  C ==> E((发布))',
  sequence:
    'sequenceDiagram\n  participant 作者\n  participant 编辑器\n  作者->>编辑器: 输入文字\n  编辑器-->>作者: 立刻排版\n  Note over 作者,编辑器: 全程在浏览器里\n  loop 每次修改\n    作者-x编辑器: 撤销\n  end',
  class:
    'classDiagram\n  class Article {\n    +String title\n    +render() Html\n  }\n  class Block\n  Article "1" *-- "many" Block : 包含\n  Block <|-- Heading\n  Block ..> Style : 使用',
  state:
    'stateDiagram-v2\n  [*] --> 草稿\n  草稿 --> 审核: 提交\n  审核 --> 草稿: 退回\n  审核 --> 已发布: 通过\n  已发布 --> [*]',
  gantt:
    'gantt\n  title 排期\n  dateFormat YYYY-MM-DD\n  section 写作\n  初稿 :a1, 2026-01-01, 10d\n  修改 :after a1, 6d\n  section 发布\n  排版 :2026-01-14, 5d',
  pie: 'pie title 读者来源\n  "朋友圈" : 45\n  "公众号" : 35\n  "搜索" : 20',
  mindmap:
    'mindmap\n  root((墨砚))\n    写作\n      Markdown\n      公式\n    排版\n      主题\n      代码高亮',
  er: 'erDiagram\n  AUTHOR ||--o{ ARTICLE : 写\n  ARTICLE {\n    string title\n    date published\n  }\n  ARTICLE }|..|{ TAG : 有',
  git: 'gitGraph\n  commit id: "初稿"\n  branch "修改"\n  commit id: "润色"\n  checkout main\n  merge "修改"\n  commit id: "发布"',
};

const article = Object.values(DIAGRAMS)
  .map((source) => `\`\`\`mermaid\n${source}\n\`\`\``)
  .join('\n\n');

/** The pictures of a page, one after the other on white, each as a PNG. */
async function pictures(page: Page, htmls: string[]): Promise<Buffer[]> {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 800, height: 900 });
  const shots: Buffer[] = [];
  for (const html of htmls) {
    await sheet.setContent(
      `<body style="margin:0;background:#fff;color:#333;font:16px sans-serif"><div id="d" style="width:700px;padding:8px">${html}</div>`,
    );
    await sheet.evaluate(async () => {
      await Promise.all([...document.images].map((image) => image.decode()));
    });
    shots.push(await sheet.locator('#d').screenshot());
  }
  await sheet.close();
  return shots;
}

test.beforeEach(async ({ editor }) => {
  test.slow();
  await editor.openWith(article);
  await expect(editor.article.locator('.diagram > svg')).toHaveCount(9);
});

test('every_kind_of_diagram_is_copied_as_it_is_shown', async ({ editor, page }, info) => {
  const shown = await editor.article
    .locator('.diagram > svg')
    .evaluateAll((list) => list.map((svg) => svg.outerHTML));
  const html = await editor.copyForWechat();
  expect(html).not.toMatch(
    /<style|<marker|<defs|<foreignObject|<use|url\(#|\sid=|\sclass=|<div|<script/i,
  );
  const copied = await page.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('svg')].map(
        (svg) => svg.outerHTML,
      ),
    html,
  );
  expect(copied).toHaveLength(9);
  const [before, after] = [await pictures(page, shown), await pictures(page, copied)];
  const names = Object.keys(DIAGRAMS);
  const shares = names.map((name, i) => {
    const { share, picture } = difference(before[i] as Buffer, after[i] as Buffer);
    if (share > 0.004) {
      info.attach(`${name}-before.png`, { body: before[i] as Buffer, contentType: 'image/png' });
      info.attach(`${name}-after.png`, { body: after[i] as Buffer, contentType: 'image/png' });
      info.attach(`${name}-difference.png`, { body: picture, contentType: 'image/png' });
    }
    return [name, share] as const;
  });
  expect(shares.filter(([, share]) => share > 0.004)).toEqual([]);
});

test('no_label_is_cut_and_every_one_can_be_read', async ({ editor, page }) => {
  const html = await editor.copyForWechat();
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 900, height: 900 });
  await sheet.setContent(`<body style="margin:0"><div style="width:677px">${html}</div>`);
  const problems = await sheet.evaluate(() =>
    [...document.querySelectorAll('svg')].flatMap((svg, place) => {
      const frame = svg.getBoundingClientRect();
      const found: string[] = [];
      if (frame.width > 677.5) found.push(`${place}: ${frame.width} px wide`);
      const scale = frame.width / (svg.viewBox.baseVal.width || frame.width);
      for (const text of svg.querySelectorAll('text')) {
        if (text.textContent?.trim() === '') continue;
        const box = text.getBoundingClientRect();
        const isCut =
          box.left < frame.left - 1 ||
          box.right > frame.right + 1 ||
          box.top < frame.top - 1 ||
          box.bottom > frame.bottom + 1;
        if (isCut) found.push(`${place}: ${text.textContent} is cut`);
        const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale;
        if (size < 9) found.push(`${place}: ${text.textContent} is ${size.toFixed(1)} px`);
      }
      return found;
    }),
  );
  expect(problems).toEqual([]);
});

test('authors_may_have_pictures_instead', async ({ editor, page }) => {
  await page.getByRole('button', { name: '样式', exact: true }).click();
  await page.getByRole('radio', { name: '图片', exact: true }).click();
  const html = await editor.copyForWechat();
  await expect(page.getByText('处提醒')).toBeVisible();
  const sizes = await page.evaluate(async (text) => {
    const copied = new DOMParser().parseFromString(text, 'text/html');
    const images = [...copied.querySelectorAll('img')];
    return Promise.all(
      images.map(async (image) => {
        const picture = new Image();
        picture.src = image.src;
        await picture.decode();
        return [Number.parseFloat(image.style.width), picture.naturalWidth];
      }),
    );
  }, html);
  expect(sizes).toHaveLength(9);
  for (const [shown = 0, natural = 0] of sizes) {
    expect(shown).toBeGreaterThan(40);
    expect(shown).toBeLessThanOrEqual(677);
    expect(natural).toBeGreaterThanOrEqual(shown * 2);
  }
});
