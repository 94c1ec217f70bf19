import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offlineWorker } from './offline/plugin';

/** Screens that people come to from elsewhere: the code and the words that each waits for. */
const DOORS = [
  { addresses: ['/'], code: 'features/landing/routes.tsx', words: 'landing' },
  {
    addresses: ['/login', '/register', '/reset-password'],
    code: 'features/auth/routes.tsx',
    words: 'auth',
  },
  { addresses: ['/md'], code: 'features/editor/routes.tsx', words: undefined },
];

/**
 * Names what the first screen of each address waits for, so that `public/theme.js` asks for it while the first script
 * loads; for the editor the article module too. Keys are addresses, for words with the language behind.
 */
function nameFirstScreens(): Plugin {
  return {
    name: 'name-first-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const bundle = Object.values(context.bundle ?? {});
        const chunks = bundle.filter((file) => file.type === 'chunk');
        const chunkOf = (source: string) =>
          chunks.find((file) => file.facadeModuleId?.endsWith(source));
        /** A chunk and all that it imports: a browser learns of the latter only when it has the former. */
        const withImports = (fileName: string, known: Set<string>): string[] => {
          if (known.has(fileName)) return [];
          known.add(fileName);
          const imports = chunks.find((file) => file.fileName === fileName)?.imports ?? [];
          return [fileName, ...imports.flatMap((name) => withImports(name, known))];
        };
        const entry = chunks.find((file) => file.isEntry)?.fileName ?? '';
        const wasm = bundle.find((file) => /moyan_article_bg-.*\.wasm$/.test(file.fileName));
        const parts: Record<string, string[]> = {};
        for (const { addresses, code, words } of DOORS) {
          for (const address of addresses) {
            // The page itself names what the first script imports.
            const known = new Set<string>();
            withImports(entry, known);
            const files = withImports(chunkOf(code)?.fileName ?? '', known);
            if (address === '/md' && wasm !== undefined) files.push(wasm.fileName);
            parts[address] = files.filter((name) => name !== '').map((name) => `/${name}`);
            for (const locale of words === undefined ? [] : ['zh-CN', 'en']) {
              const file = chunkOf(`i18n/locales/${locale}/${words}.json`);
              if (file !== undefined) parts[`${address} ${locale}`] = [`/${file.fileName}`];
            }
          }
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

export default defineConfig({
  plugins: [react(), tailwindcss(), nameFirstScreens(), offlineWorker()],
  assetsInclude: ['**/*.packdump'],
  build: {
    target: 'es2022',
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
    environment: 'happy-dom',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // Nothing here measures time; a slow machine only takes longer.
    testTimeout: 60_000,
  },
});
