import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offlineWorker } from './offline/plugin';

/**
 * Names what the first preview waits for, the article module and the editor's code, so that `public/theme.js` asks for it
 * while the first script loads. Only the editor's address does: no other screen waits for them.
 */
function nameFirstPreview(): Plugin {
  return {
    name: 'name-first-preview',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const bundle = Object.values(context.bundle ?? {});
        const wasm = bundle.find((file) => /moyan_article_bg-.*\.wasm$/.test(file.fileName));
        const editor = bundle.find(
          (file) =>
            file.type === 'chunk' && file.facadeModuleId?.endsWith('features/editor/routes.tsx'),
        );
        const names = [wasm, editor].flatMap((file) => (file ? [`/${file.fileName}`] : []));
        return [
          {
            tag: 'meta',
            attrs: { name: 'first-preview', content: names.join(' ') },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), nameFirstPreview(), offlineWorker()],
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
    // Nothing here measures time; a slow machine only takes longer.
    testTimeout: 60_000,
  },
});
