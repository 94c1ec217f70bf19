import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Asks for the article module while the scripts still load: the first preview waits for it. */
function preloadArticleModule(): Plugin {
  return {
    name: 'preload-article-module',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const wasm = Object.keys(context.bundle ?? {}).find((file) =>
          /moyan_article_bg-.*\.wasm$/.test(file),
        );
        return wasm === undefined
          ? []
          : [
              {
                tag: 'link',
                attrs: {
                  rel: 'preload',
                  as: 'fetch',
                  type: 'application/wasm',
                  href: `/${wasm}`,
                  crossorigin: '',
                },
                injectTo: 'head',
              },
            ];
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadArticleModule()],
  assetsInclude: ['**/*.packdump'],
  build: {
    target: 'es2022',
    // Monaco is one lazy chunk of 3.4 MB by design.
    chunkSizeWarningLimit: 4000,
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
  },
});
