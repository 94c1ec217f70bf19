import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { DEFAULT_LOCALE } from '../src/config/constants';
import type { Block } from '../src/engine/types';
import { renderOptions, styleOptions } from '../src/features/editor/workbench/article-options';
import { type FirstPreview, lookOf } from '../src/features/editor/workbench/first-preview';
import { DEFAULT_SETTINGS } from '../src/storage/settings';

const root = path.resolve(import.meta.dirname, '..');
const engine = path.join(root, 'src/engine/pkg');
const codeThemes = path.join(root, '../engine-wasm/highlight/themes');

/**
 * `import { preview } from './tutorial.en.md?rendered'`: the article with its blocks, as the editor renders it under the default
 * settings in the language that the file's name ends with.
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
      const preview = await render(file);
      return `export const preview = ${JSON.stringify(preview)};`;
    },
  };
}

async function render(file: string): Promise<FirstPreview> {
  const locale = file.endsWith('.en.md') ? 'en' : DEFAULT_LOCALE;
  const text = readFileSync(file, 'utf8').replace(/\r\n?/g, '\n');
  const [article, exporter] = await Promise.all([started('article'), started('export')]);
  article.installEmojiNames(readFileSync(path.join(engine, 'article/emoji.txt'), 'utf8'));
  const session = new article.Engine(renderOptions(DEFAULT_SETTINGS, locale));
  const { ops, startLines } = session.update(text);
  const blocks: Block[] = ops.flatMap(({ insert }: { insert: Block[] }) => insert);
  session.free();
  return {
    look: lookOf(DEFAULT_SETTINGS, locale),
    text,
    blocks,
    startLines: [...startLines],
    css: {
      theme: article.themeCss(styleOptions(DEFAULT_SETTINGS)),
      codeTheme: readFileSync(
        path.join(codeThemes, `${DEFAULT_SETTINGS.codeBlockTheme}.css`),
        'utf8',
      ),
    },
    sanitized: blocks
      .filter(({ hasRawHtml }) => hasRawHtml)
      .map(({ html }) => [html, exporter.sanitize(html)]),
  };
}

/** A module of the engine, started in this process. */
async function started(name: string) {
  const module = await import(path.join(engine, name, `moyan_${name}.js`));
  const wasm = readFileSync(path.join(engine, name, `moyan_${name}_bg.wasm`));
  module.initSync({ module: wasm });
  return module;
}
