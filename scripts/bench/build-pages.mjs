// Builds the pages of scripts/bench/pages as the product is built: Vite, minified, hashed names.
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frontend, loadVite, packageFile } from './tools.mjs';

const root = fileURLToPath(new URL('pages/', import.meta.url));
const engineFolder = join(frontend, 'src/engine/pkg');

/** Whether the engine package (`article`, `highlight`, `export`, `math`) has been built. */
const isBuilt = (name) => existsSync(join(engineFolder, name));

/** What the page asks for while its first script loads: `visit` as `public/theme.js` does it for the editor. */
const askAhead = {
  name: 'ask-ahead',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle, path }) {
      const file = (pattern) => Object.keys(bundle ?? {}).find((name) => pattern.test(name));
      if (/visit\.html$/.test(path)) {
        const attrs = { rel: 'modulepreload', href: `/${file(/tutorial\.zh-CN-.*\.js$/)}` };
        return [{ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' }];
      }
      if (!/ours\.html$/.test(path)) return [];
      const attrs = {
        rel: 'preload',
        as: 'fetch',
        type: 'application/wasm',
        href: `/${file(/moyan_article_bg-.*\.wasm$/)}`,
        crossorigin: '',
        fetchpriority: 'low',
      };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

/** Each page, and the engine packages that it needs. */
const pages = {
  ours: ['article', 'highlight'],
  visit: ['article', 'highlight', 'export'],
  peer: [],
  colors: ['highlight'],
  library: [],
  monaco: [],
  copy: ['article', 'highlight', 'export', 'math'],
};

/** Builds the pages of `names`. Returns the folder with the result. Throws when an engine package is missing. */
export async function buildPages(names) {
  const missing = names.flatMap((name) => pages[name]).find((name) => !isBuilt(name));
  if (missing)
    throw new Error(
      `frontend/src/engine/pkg/${missing} is missing: run \`node scripts/build-wasm.mjs\` first`,
    );
  const { build, runnerImport } = await loadVite();
  const { module } = await runnerImport(join(frontend, 'prerender/plugin.ts'));
  const outDir = await mkdtemp(join(tmpdir(), 'moyan-bench-'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    assetsInclude: ['**/*.packdump'],
    plugins: [askAhead, module.renderedArticles()],
    resolve: {
      alias: {
        marked: packageFile('marked'),
        'monaco-editor/features': join(frontend, 'node_modules/monaco-editor/esm/vs/features'),
        'juice/client': packageFile('juice/client'),
        'highlight.js': dirname(packageFile('highlight.js/package.json')),
      },
    },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 2048,
      chunkSizeWarningLimit: 4000,
      rollupOptions: { input: names.map((page) => join(root, `${page}.html`)) },
    },
  });
  return outDir;
}
