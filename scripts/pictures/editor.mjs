// The built editor in a browser, for scripts that take pictures of it.

import { launchChromium } from '../browsers/launch.mjs';
import { frontend, there } from '../paths.mjs';
import { StepError } from '../steps.mjs';
import { withServer } from '../with-server.mjs';

/**
 * Calls `use({ address, newPage })` while the built product is served and a Chromium runs.
 *
 * `EDITOR_URL` names a server that runs already. Throws a StepError when nothing is built.
 */
export async function withEditor(use) {
  const browser = await launchChromium();
  const serve = (address) =>
    use({ address, newPage: (options) => newPage(browser, address, options) });
  try {
    if (process.env.EDITOR_URL) {
      return await serve(process.env.EDITOR_URL);
    }
    if (!there(frontend, 'dist', 'index.html')) {
      throw new StepError('frontend/dist is missing: run make test or make build');
    }
    return await withServer(serve);
  } finally {
    await browser.close();
  }
}

/**
 * The editor in a fresh profile, ready: article shown, Monaco there, pictures and colors filled.
 *
 * - `width`, `height`: CSS pixels. `scheme`: `light` or `dark`. `locale`: `zh-CN` or `en`.
 * - `settings`: stored settings that hold from the start. `text`: instead of the tutorial.
 */
async function newPage(
  browser,
  address,
  { width, height, scheme = 'light', locale = 'zh-CN', settings, text },
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale,
    hasTouch: width < 768,
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addInitScript((name) => localStorage.setItem('locale', name), locale);
  // Nothing from elsewhere: a picture is the same on every machine.
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== new URL(address).origin,
    (route) => route.abort(),
  );
  const page = await context.newPage();
  await page.goto(`${address}/md`);
  await ready(page);
  if (settings !== undefined || text !== undefined) {
    await page.locator('[data-testid=save-state][data-state=saved]').waitFor({ state: 'attached' });
    await page.evaluate(store, { settings: settings ?? {}, text });
    await page.reload();
    await ready(page);
  }
  return page;
}

/** Waits until text, colors, formulas and diagrams stand. */
async function ready(page) {
  const article = page.frameLocator('[data-testid=preview] iframe').locator('section.article');
  await article.waitFor({ state: 'attached' });
  // Monaco colors the source a moment after it shows it.
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    await page
      .locator('[data-testid=source] .view-line .mtkb, [data-testid=source] .view-line .mtk6')
      .first()
      .waitFor();
  }
  const waiting = article.locator(
    '.diagram:not(:has(> svg)):not(.slot-error), [data-tex]:not(:has(.katex)):not(.slot-error)',
  );
  do {
    await page.waitForTimeout(1000);
  } while ((await waiting.count()) > 0);
}

/** Runs in the page: writes settings and the text of the open article into the browser's database. */
function store({ settings, text }) {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('md_editor_db');
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const transaction = open.result.transaction(['settings', 'posts'], 'readwrite');
      for (const [key, value] of Object.entries(settings)) {
        transaction.objectStore('settings').put({ key, value });
      }
      if (text !== undefined) {
        const posts = transaction.objectStore('posts');
        const all = posts.getAll();
        all.onsuccess = () => posts.put({ ...all.result[0], content: text });
      }
      transaction.oncomplete = () => {
        open.result.close();
        resolve();
      };
    };
  });
}

/** The article as the button copies it for WeChat, whatever the check says. */
export async function copied(page) {
  await page.getByRole('button', { name: '复制到公众号' }).click();
  const done = page.getByText('已复制，去公众号后台粘贴即可').first();
  const anyway = page.getByRole('button', { name: '照样复制' });
  await done.or(anyway).first().waitFor();
  if (await anyway.isVisible()) {
    await anyway.click();
  }
  await done.waitFor();
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item.getType('text/html')).text();
  });
}
