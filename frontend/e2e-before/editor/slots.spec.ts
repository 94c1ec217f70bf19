import { expect, test } from '../support/editor';

test('code_formulas_and_diagrams_are_filled', async ({ editor }) => {
  await editor.open();
  await editor.write(
    '```js\nconst a = "字";\n```\n\n行内 $x^2$ 与\n\n$$\n\\frac{1}{2}\n$$\n\n```mermaid\nflowchart LR\n  A[甲] --> B[乙]\n```\n',
  );
  // The tutorial, which was there before, has several of them.
  await expect(editor.article.locator('.math-inline')).toHaveCount(1);
  await expect(editor.article.locator('.hljs-keyword')).toHaveText('const');
  await expect(editor.article.locator('.math-inline .katex')).toBeVisible();
  await expect(editor.article.locator('.math-block .katex-display')).toBeVisible();
  await expect(editor.article.locator('.diagram svg')).toBeVisible();
  await expect(editor.article.locator('.diagram svg')).toContainText('甲');
  expect(editor.foreignRequests).toEqual([]);
});

test('an_error_in_a_slot_shows_its_reason_in_place', async ({ editor }) => {
  await editor.open();
  await editor.write('$\\frac{1$\n\n```mermaid\nnot a diagram\n```\n');
  const formula = editor.article.locator('.math-inline');
  // The tutorial, which was there before, has several of them.
  await expect(formula).toHaveCount(1);
  await expect(formula).toHaveClass(/slot-error/);
  await expect(formula).toHaveAttribute('title', '公式有误：没有写完，可能少了 }');
  const diagram = editor.article.locator('.diagram');
  await expect(diagram).toHaveClass(/slot-error/);
  await expect(diagram).toHaveAttribute('title', /图表未能绘制/);
  await expect(diagram).toContainText('not a diagram');
});

test('typing_outside_a_diagram_leaves_its_drawing_alone', async ({ editor, page }) => {
  await editor.open();
  await editor.write('```mermaid\nflowchart LR\n  A --> B\n```\n\n尾');
  await expect(editor.article.locator('.diagram svg')).toBeVisible();
  await editor.article.evaluate((root) => {
    Object.assign(globalThis, { drawing: root.querySelector('.diagram svg') });
  });
  await page.keyboard.insertText('巴');
  await expect(editor.article).toContainText('尾巴');
  const isSame = await editor.article.evaluate(
    (root) => root.querySelector('.diagram svg') === Reflect.get(globalThis, 'drawing'),
  );
  expect(isSame).toBe(true);
});

test('rows_of_a_formula_are_not_numbered_as_they_are_not_in_the_copy', async ({ editor }) => {
  await editor.open();
  await editor.write('$$\n\\begin{align} a &= b \\\\ c &= d \\tag{7} \\end{align}\n$$\n');
  // The article before it has formulas as well.
  await expect(editor.article.locator('.katex-display')).toHaveCount(1);
  await expect(editor.article.locator('.eqn-num').first()).toBeHidden();
  await expect(editor.article.locator('.katex-display')).toContainText('(7)');
});

test('names_of_emoji_are_fetched_for_a_text_that_has_one_and_the_copy_waits_for_them', async ({
  editor,
  page,
}) => {
  // The tutorial names emoji; this text does not.
  await editor.openWith('今天12:30:45');
  let nAsked = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/emoji-[\w-]+\.txt$/, async (route) => {
    nAsked += 1;
    await released;
    await route.continue();
  });
  await editor.write('今天12:30:46');
  await expect(editor.article).toContainText('今天12:30:46');
  expect(nAsked).toBe(0);
  await editor.write('好:smile:');
  await expect(editor.article).toContainText('好:smile:');
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect.poll(() => nAsked).toBe(1);
  release();
  await expect(page.getByText(/已复制/).first()).toBeVisible();
  expect((await editor.clipboard())['text/html']).toContain('好😄');
  await expect(editor.article).toContainText('好😄');
  expect(nAsked).toBe(1);
});

test('a_tag_is_whole_and_stands_on_the_line_of_its_formula', async ({ editor }) => {
  await editor.open();
  await editor.write('$$\nx = 1 \\tag{A}\n$$\n\n$$\n\\frac{a}{b} \\tag{B}\n$$\n');
  await expect(editor.article.locator('.math-block .katex-tag')).toHaveCount(2);
  // The letters of formulas come after the formula.
  await editor.article.evaluate((element) => element.ownerDocument.fonts.ready);
  const blocks = await editor.article.locator('.math-block').evaluateAll((found) =>
    found.map((block) => {
      // A strut reaches as far below the baseline as its `vertical-align` says.
      const baseline = (strut: Element | null) =>
        strut === null
          ? Number.NaN
          : strut.getBoundingClientRect().bottom +
            (Number.parseFloat(getComputedStyle(strut).verticalAlign) || 0);
      return {
        hidden: block.scrollHeight - block.clientHeight,
        apart:
          baseline(block.querySelector('.katex-tag .katex-strut')) -
          baseline(block.querySelector('.katex-base .katex-strut')),
      };
    }),
  );
  for (const { hidden, apart } of blocks) {
    expect(hidden).toBe(0);
    expect(Math.abs(apart)).toBeLessThan(1);
  }
});

test('a_diagram_has_no_shadows_as_it_has_none_in_the_copy', async ({ editor }) => {
  await editor.openWith(
    '```mermaid\n---\nconfig:\n  look: neo\n---\nflowchart LR\n  A[甲] --> B[乙]\n```\n',
  );
  const diagram = editor.article.locator('.diagram');
  await expect(diagram.locator('svg')).toContainText('甲');
  const shadows = (element: Element) =>
    [...element.querySelectorAll('*')]
      .map((part) => getComputedStyle(part).filter)
      .filter((filter) => filter !== 'none');
  expect(await diagram.evaluate(shadows)).toEqual([]);
  // The drawing has some by itself.
  await diagram.evaluate((element) => element.setAttribute('class', 'other'));
  expect(await editor.article.locator('.other').evaluate(shadows)).not.toEqual([]);
  expect(await editor.copyForWechat()).not.toMatch(/filter|shadow/i);
});
