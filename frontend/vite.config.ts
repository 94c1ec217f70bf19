import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offlineWorker } from './offline/plugin.ts';
import { renderedArticles } from './prerender/plugin.ts';
import { renderedScreens } from './prerender/screens-plugin.ts';

/** Screens that a visit can begin with: the code that each waits for, and what it waits for in the language of the visit. */
const ENTRY_SCREENS = [
  {
    addresses: ['/', '/terms', '/privacy'],
    code: 'features/landing/routes.tsx',
    inLanguage: (locale: string) => `i18n/locales/${locale}/landing.json`,
  },
  {
    addresses: ['/login', '/register', '/reset-password'],
    code: 'features/auth/routes.tsx',
    inLanguage: (locale: string) => `i18n/locales/${locale}/auth.json`,
  },
  {
    addresses: ['/md'],
    code: 'features/editor/routes.tsx',
    inLanguage: (locale: string) => `seeds/articles/tutorial.${locale}.md?rendered`,
  },
];

/** Words that every screen waits for; those of the default language are part of the program. */
const FIRST_WORDS = { 'zh-CN': undefined, en: 'i18n/locales/english.ts' };

/** What the editor asks for once its first screen has all it needs: Monaco, and Monaco's words for those who need them. */
const MONACO = {
  code: 'features/editor/monaco/monaco-parts.ts',
  words: { 'zh-CN': 'nls/lang/zh-cn.js' },
};

/**
 * Names what the first screen of each address waits for, so that `public/theme.js` asks for it while the first script
 * loads. Keys are addresses, with the language behind for what is there once for each.
 * Under `program` stand the first script and what it imports, under `monaco` stand the files that `features/editor/monaco/fetch-ahead.ts` asks for.
 */
function nameFirstScreens(): Plugin {
  return {
    name: 'name-first-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const bundle = Object.values(context.bundle ?? {});
        const chunkOf = (source: string) =>
          bundle.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(source));
        const entry = bundle.find((file) => file.type === 'chunk' && file.isEntry);
        // The page names the first script and its imports itself.
        const isNamed = new Set(filesOf(entry));
        const filesAhead = (source: string | undefined) =>
          source === undefined ? [] : filesOf(chunkOf(source)).filter((file) => !isNamed.has(file));
        const parts: Record<string, string[]> = {
          program: [...isNamed].filter((file) => file.endsWith('.js')),
        };
        // A chunk with everything that it imports at once, and their style sheets.
        function filesOf(chunk: (typeof bundle)[number] | undefined, seen = new Set<string>()) {
          if (chunk?.type !== 'chunk' || seen.has(`/${chunk.fileName}`)) return [...seen];
          seen.add(`/${chunk.fileName}`);
          for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(`/${css}`);
          for (const name of chunk.imports) {
            filesOf(
              bundle.find((file) => file.fileName === name),
              seen,
            );
          }
          return [...seen];
        }
        for (const { addresses, code, inLanguage } of ENTRY_SCREENS) {
          for (const address of addresses) {
            parts[address] = filesAhead(code);
            for (const locale of ['zh-CN', 'en'] as const) {
              parts[`${address} ${locale}`] = [
                ...filesAhead(inLanguage(locale)),
                ...filesAhead(FIRST_WORDS[locale]),
              ];
            }
          }
        }
        parts.monaco = filesAhead(MONACO.code);
        for (const [locale, source] of Object.entries(MONACO.words)) {
          parts[`monaco ${locale}`] = filesAhead(source);
        }
        return [
          {
            tag: 'meta',
            attrs: { name: 'first-screens', content: JSON.stringify(parts) },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/**
 * Test files that need modules of their own: those of what modules remember (`storage`, `sync`), those that replace
 * modules or load them again, and those that say `@isolated` and why. All others share what a worker has loaded,
 * which halves what the tests cost.
 */
const isolated = readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true })
  .map((name) => path.join('src', String(name)))
  .filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      (/^src.(?:storage|sync)\b/.test(file) ||
        /\bvi\.(?:mock|doMock|resetModules)\(|@isolated/.test(
          readFileSync(path.join(import.meta.dirname, file), 'utf8'),
        )),
  );

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    renderedArticles(),
    nameFirstScreens(),
    renderedScreens(),
    offlineWorker(),
  ],
  assetsInclude: ['**/*.packdump'],
  resolve: {
    alias: [
      // Monaco's own module loads every feature of the editor with the first style sheet.
      {
        find: /^.*\/internal\/common\/workers\.js$/,
        replacement: path.resolve(import.meta.dirname, 'src/features/editor/monaco/web-worker.ts'),
      },
      {
        find: /^.*\/(?:diffEditor\/diffEditorWidget|multiDiffEditor\/multiDiffEditorWidget|quickInput\/standaloneQuickInputService)\.js$/,
        replacement: path.resolve(
          import.meta.dirname,
          'src/features/editor/monaco/absent-parts.ts',
        ),
      },
      {
        find: /^.*\/clipboard\/browser\/clipboardService\.js$/,
        replacement: path.resolve(
          import.meta.dirname,
          'src/features/editor/monaco/clipboard-service.ts',
        ),
      },
    ],
  },
  build: {
    // Of scripts and style sheets. What they call is not changed: scripts/check/browser-support.mjs looks for it.
    target: browserslistToEsbuild(undefined, { env: 'app', path: import.meta.dirname }),
    // Monaco is one lazy chunk of 3.4 MB by design.
    chunkSizeWarningLimit: 4000,
    // What every screen waits for is one file: a request more costs a slow network more than its bytes.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } },
    },
    // A grammar dump or a font must stay a file of its own.
    assetsInlineLimit: 2048,
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },
  test: {
    // What needs a document begins with `// @vitest-environment happy-dom`: a document for each file takes long.
    environment: 'node',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // Nothing here measures time; a slow machine only takes longer.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          // A worker is shared by files that follow each other.
          sequence: { groupOrder: 1 },
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: isolated,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolated, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
