import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offlineWorker } from './offline/plugin';

/** Asks for what the first preview waits for, the article module and the editor's code, while the first script loads. */
function preloadFirstPreview(): Plugin {
  return {
    name: 'preload-first-preview',
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
        const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs,
          injectTo: 'head',
        });
        return [
          ...(wasm === undefined
            ? []
            : [
                link({
                  rel: 'preload',
                  as: 'fetch',
                  type: 'application/wasm',
                  href: `/${wasm.fileName}`,
                  crossorigin: '',
                }),
              ]),
          ...(editor === undefined
            ? []
            : [link({ rel: 'modulepreload', href: `/${editor.fileName}`, crossorigin: '' })]),
        ];
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFirstPreview(), offlineWorker()],
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
