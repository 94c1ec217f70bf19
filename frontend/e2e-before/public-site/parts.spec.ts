import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { siteOf } from '../support/site';

const LONG_LINE = `const line = '${'长'.repeat(120)}';`;
const ARTICLE = `# 目录与锚点

- [ ] 还没做
- [x] 做完了，带 **重点**
  - [ ] 里面的一项

一句话[^a]，又一句[^b]。

## 代码

\`\`\`js
${LONG_LINE}
\`\`\`

## 公式

$$
${Array.from({ length: 60 }, (_, index) => `a_{${index}}`).join(' + ')}
$$

##

## <span></span>

### 表格

| ${Array.from({ length: 14 }, (_, index) => `很长的列名${index}`).join(' | ')} |
|${'---|'.repeat(14)}
| ${Array.from({ length: 14 }, () => 'averyveryverylongword').join(' | ')} |

[^a]: 第一条注。
[^b]: 第二条注。
`;

test('parts_of_an_article_have_names_and_are_reached_by_keys', async ({ page, request }) => {
  const site = await siteOf(request);
  await site.write('磨墨', ARTICLE);
  await site.publish();
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.origin}/docs/start/${encodeURIComponent('磨墨')}`);
    await expect(page.getByRole('checkbox', { name: '做完了，带 重点' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: '里面的一项' })).not.toBeChecked();
    await expect(page.getByRole('heading', { name: '脚注' })).toHaveAttribute('aria-level', '2');
    const names = page.locator('.contents').first().getByRole('link', { includeHidden: true });
    await expect(names).toHaveText(['代码', '公式', '表格']);
    await page.locator('.article code[tabindex="0"]').focus();
    await expect(page.locator('.article code').first()).toBeFocused();
    expect(await faults(page), `at ${width}`).toEqual([]);
  }
});

test('nothing_of_an_article_is_cut_off_on_paper', async ({ page, request }) => {
  const site = await siteOf(request);
  await site.write('磨墨', ARTICLE);
  await site.publish();
  await page.emulateMedia({ media: 'print' });
  // A4 less its margins.
  await page.setViewportSize({ width: 680, height: 960 });
  await page.goto(`${site.origin}/docs/start/${encodeURIComponent('磨墨')}`);
  await expect(page.locator('.article')).toBeVisible();
  const beyond = await page.evaluate(() => {
    const parts = document.querySelectorAll('.article *');
    return [...parts]
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
      .map((part) => part.outerHTML.slice(0, 60));
  });
  expect(beyond).toEqual([]);
  const code = page.locator('.article code').first();
  expect(await code.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
});
