import type { Page } from '@playwright/test';
import { expect, test } from '../support/editor';
import { listen } from '../support/image-hosts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the whole app is kept and this page is served from it. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

test('after_one_visit_the_editor_works_without_a_network', async ({ editor, page, context }) => {
  await editor.open();
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await editor.ready();
  await editor.write(
    '# 离线:wave:\n\n$x^2$\n\n```js\nlet a = 1;\n```\n\n```mermaid\nflowchart LR\n  A --> B\n```\n',
  );
  await expect(editor.article.locator('h1')).toHaveText('离线👋');
  await expect(editor.article.locator('.katex')).toHaveCount(1);
  await expect(editor.article.locator('.hljs-keyword')).toHaveCount(1);
  await expect(editor.article.locator('.diagram svg')).toHaveCount(1);
  await editor.saved();
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText(/已复制/).first()).toBeVisible();
  await page.reload();
  await editor.ready();
  await expect(editor.article.locator('h1')).toHaveText('离线👋');
});

test('the_app_can_be_installed', async ({ editor, page }) => {
  await editor.open();
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return (await fetch(link?.href ?? '')).json();
  });
  expect(manifest).toMatchObject({ start_url: '/md', display: 'standalone' });
  for (const icon of manifest.icons as { src: string; sizes: string }[]) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, icon.src);
    expect(size).toBe(icon.sizes);
  }
});

test('a_new_version_is_offered_and_waits_for_the_text', async ({ editor, page, baseURL }) => {
  let isNew = false;
  // The same server, but for a worker of another version: updates of workers cannot be routed.
  const next = await listen(async (request, _body, response) => {
    const answer = await fetch(`${baseURL}${request.url}`);
    for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    const body = Buffer.from(await answer.arrayBuffer());
    const isWorker = isNew && request.url === '/service-worker.js';
    response
      .writeHead(answer.status)
      .end(isWorker ? body.toString().replace("CACHE = 'moyan-", "CACHE = 'moyan-next-") : body);
  });
  editor.allowed.add(next.host);
  await editor.open(`${next.url}/md`);
  await kept(page);
  isNew = true;
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect(page.getByText('新版本已就绪')).toBeVisible();
  // Nothing happens by itself.
  await editor.write('没有保存的一句');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await editor.saved();
  const isSame = () => page.evaluate(() => 'isSamePage' in window);
  expect(await isSame()).toBe(true);
  await page.getByRole('button', { name: '更新' }).click();
  await expect.poll(() => isSame().catch(() => true)).toBe(false);
  await editor.ready();
  await expect(editor.article).toHaveText('没有保存的一句');
  const caches = await page.evaluate(() => window.caches.keys());
  expect(caches).toHaveLength(1);
  expect(caches[0]).toMatch(/^moyan-next-/);
  await next.close();
});
