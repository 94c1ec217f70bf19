import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const renderer = path.join(import.meta.dirname, 'render.ts');

/**
 * `import { preview, frontMatter } from './tutorial.en.md?rendered'`: the article with its blocks, as the editor renders
 * it under the default settings, in the language that the file's name ends with; and its front matter.
 *
 * The built modules of the engine do it, so they must be there: `node scripts/build-wasm.mjs article export`.
 */
export function renderedArticles(): Plugin {
  return {
    name: 'rendered-articles',
    async load(id) {
      const [file, query] = id.split('?');
      if (file === undefined || query !== 'rendered') return undefined;
      this.addWatchFile(file);
      const rendered = (await rendering()).render(file);
      return Object.entries(rendered)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/** The renderer is made of the editor's own sources, so Vite loads it. */
async function rendering() {
  return (await runnerImport<typeof import('./render')>(renderer)).module;
}
