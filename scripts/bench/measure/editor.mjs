// The first load of the editor, beside a page of Monaco and nothing else.
import { join } from 'node:path';
import { buildFrontend } from '../../frontend-build.mjs';
import { serve } from '../serve.mjs';
import { summaries } from '../statistics.mjs';
import { frontend } from '../tools.mjs';
import { connections } from './navigation.mjs';

/** One visit before those that count. */
const warmUps = 1;
const visitMs = 120_000;

/** Builds the product as `make build` does and serves it while `use(server)` runs. */
async function whileProductServed(use) {
  await buildFrontend({ compress: true });
  const server = await serve(join(frontend, 'dist'), {}, '/index.html');
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** Notes the first frame in which the article stands, and when Monaco has drawn its first line and takes letters. */
function watchUse() {
  const marks = { article: null, monaco: null };
  Object.assign(globalThis, { marks });
  const look = () => {
    const frame = document.querySelector('[data-testid=preview] iframe');
    if (frame?.contentDocument?.querySelector('section.article > *')) {
      marks.article ??= performance.now();
    }
    requestAnimationFrame(look);
  };
  if (window !== window.top) return;
  look();
  const lines = document.getElementsByClassName('view-line');
  const watch = new MutationObserver(() => {
    if (lines.length === 0) return;
    marks.monaco = performance.now();
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

async function visit(browser, server, path, isOurs, connection) {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchUse);
    if (connection) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', connection);
    }
    await page.goto(`${server.origin}${path}`, { timeout: visitMs });
    await page.waitForFunction(
      (both) => marks.monaco !== null && (!both || marks.article !== null),
      isOurs,
      { timeout: visitMs },
    );
    const { article, monaco, begin } = await page.evaluate(() => ({
      ...marks,
      begin: performance.timeOrigin,
    }));
    const usable = Math.max(article ?? 0, monaco);
    const bytes = server.bytesAsked(begin, begin + usable);
    return { usable, bytes, ...(isOurs ? { article } : {}) };
  } finally {
    await context.close();
  }
}

/**
 * Opens `/md` of the product and the page of Monaco alone, in turns, each time in a browser that knows nothing.
 *
 * Answers by connection with `{ ours, blank }`: `usable` until Monaco takes letters (ours: and the article stands),
 * `bytes` asked for until then, and `article`, until the article stands and the plain box takes letters.
 */
export function measureEditor({ browser, server }, samples) {
  return whileProductServed(async (product) => {
    const results = {};
    for (const [name, connection] of Object.entries(connections)) {
      const taken = { ours: [], blank: [] };
      for (let round = 0; round < warmUps + samples; round += 1) {
        const ours = await visit(browser, product, '/md', true, connection);
        const blank = await visit(browser, server, '/monaco.html', false, connection);
        if (round < warmUps) continue;
        taken.ours.push(ours);
        taken.blank.push(blank);
      }
      results[name] = { ours: summaries(taken.ours), blank: summaries(taken.blank) };
    }
    return results;
  });
}
