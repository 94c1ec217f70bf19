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

/** Notes each frame in which the words of the splash are seen over the article. */
async function noteOverlaid(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const frames = { n: 0, nOverlaid: 0 };
    Object.assign(window, { frames });
    const look = () => {
      const splash = document.getElementById('splash');
      if (splash !== null && document.querySelector('#root main') !== null) {
        const [words] = splash.getElementsByTagName('p');
        const isCover =
          splash.dataset.leaving === undefined &&
          getComputedStyle(splash).backgroundColor !== 'rgba(0, 0, 0, 0)';
        frames.n += 1;
        if (!isCover && words?.checkVisibility({ visibilityProperty: true })) frames.nOverlaid += 1;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function expectNothingOverlaid(page: Page): Promise<void> {
  await expect(page.locator('#splash')).toHaveCount(0);
  const frames = await page.evaluate(
    () => (window as unknown as { frames: { n: number; nOverlaid: number } }).frames,
  );
  expect(frames.n).toBeGreaterThan(0);
  expect(frames.nOverlaid).toBe(0);
}

test('a_first_load_in_the_light_fetches_and_shows_what_it_must', async ({ editor, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await noteMonaco(page);
  await noteOverlaid(page);
  await editor.openForTheFirstTime();
  await test.step('until_monaco_takes_letters_nothing_is_fetched_that_can_wait', async () => {
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
  await test.step('the_parts_of_monaco_that_nothing_opens_are_not_in_the_first_load', async () => {
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
  await test.step('monaco_writes_nothing_to_the_clipboard_that_nobody_asked_for', async () => {
    const script = await page.evaluate(async () => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      const monaco = names.find((name) => /\/monaco-parts-.*\.js$/.test(name));
      return monaco === undefined ? '' : await (await fetch(monaco)).text();
    });
    expect(script.includes('clipboardService')).toBe(true);
    // A new version of Monaco may have moved the module that the build replaces.
    expect(script.includes('installWebKitWriteTextWorkaround')).toBe(false);
  });
  await test.step('the_splash_and_the_article_are_never_read_through_each_other_in_the_light', async () => {
    await expectNothingOverlaid(page);
  });
});

test('a_first_load_in_the_dark_shows_nothing_white', async ({ editor, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await noteOverlaid(page);
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const looks: string[] = [];
    Object.assign(window, { looks });
    const watch = new MutationObserver(() => {
      const frame = document.querySelector('[data-testid=preview] iframe');
      if (frame?.parentElement == null) return;
      watch.disconnect();
      const { backgroundColor } = getComputedStyle(frame.parentElement);
      looks.push(backgroundColor, getComputedStyle(frame).opacity);
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await editor.openForTheFirstTime();
  await test.step('in_the_dark_nothing_white_stands_where_the_article_will_be', async () => {
    expect(await page.evaluate(() => Reflect.get(window, 'looks'))).toEqual([
      'rgb(21, 25, 30)',
      '0',
    ]);
    const frame = page.locator('[data-testid=preview] iframe');
    await expect(frame).toHaveCSS('opacity', '1');
    await expect(frame.locator('..')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });
  await test.step('the_splash_and_the_article_are_never_read_through_each_other_in_the_dark', async () => {
    await expectNothingOverlaid(page);
  });
});
