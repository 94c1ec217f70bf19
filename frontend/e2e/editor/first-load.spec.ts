import type { Page } from '@playwright/test';
import { expect, test } from '../support/editor';

/** Notes when Monaco has drawn its first line, in milliseconds of the page's clock. */
async function noteMonaco(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const lines = document.getElementsByClassName('view-line');
    const watch = new MutationObserver(() => {
      if (lines.length === 0) return;
      performance.mark('monaco');
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

test('until_monaco_takes_letters_nothing_is_fetched_that_can_wait', async ({ editor, page }) => {
  await noteMonaco(page);
  await editor.open();
  const early = await page.evaluate(() => {
    const [drawn] = performance.getEntriesByName('monaco');
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= (drawn?.startTime ?? 0))
      .map(({ name }) => new URL(name).pathname);
  });
  expect(early).toContainEqual(expect.stringMatching(/monaco-parts-.*\.js$/));
  expect(early.filter((path) => /\.(wasm|txt|packdump|ttf|woff2)$/.test(path))).toEqual([]);
  expect(early.filter((path) => /code-themes|css-parts|katex|mermaid|dialog/.test(path))).toEqual(
    [],
  );
});

test('the_parts_of_monaco_that_nothing_opens_are_not_in_the_first_load', async ({
  editor,
  page,
}) => {
  await editor.open();
  const sheet = await page.evaluate(async () => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    const monaco = sheets.find(({ href }) => href.includes('/monaco-parts-'));
    return monaco === undefined ? '' : await (await fetch(monaco.href)).text();
  });
  expect(sheet.includes('.monaco-editor')).toBe(true);
  // Each of them brings its style sheet: a new version of Monaco may have moved what the build leaves out.
  for (const part of [
    'diff-hidden-lines',
    'multiDiffEditor',
    'quick-input-widget',
    'action-widget',
  ]) {
    expect(sheet.includes(part), part).toBe(false);
  }
});
