import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_LOCALE } from '../src/config/constants';
import * as article from '../src/engine/pkg/article/moyan_article.js';
import * as exporter from '../src/engine/pkg/export/moyan_export.js';
import type { ArticleInfo, FrontMatter, Patch } from '../src/engine/types';
import { renderOptions, styleOptions } from '../src/features/editor/workbench/article-options';
import { type FirstPreview, renderKeyOf } from '../src/features/editor/workbench/first-preview';
import { DEFAULT_SETTINGS } from '../src/storage/settings';

const root = path.resolve(import.meta.dirname, '..');
const engine = path.join(root, 'src/engine/pkg');
const codeThemes = path.join(root, '../engine-wasm/highlight/themes');

article.initSync({ module: wasm('article') });
article.installEmojiNames(readFileSync(path.join(engine, 'article/emoji.txt'), 'utf8'));
exporter.initSync({ module: wasm('export') });

/** An article that the build has rendered, and its front matter. */
export interface Rendered {
  preview: FirstPreview;
  frontMatter: FrontMatter;
}

/** The article of a file with its blocks, as the editor renders it in the language that the file's name ends with. */
export function render(file: string): Rendered {
  const locale = file.endsWith('.en.md') ? 'en' : DEFAULT_LOCALE;
  const text = readFileSync(file, 'utf8').replace(/\r\n?/g, '\n');
  const session = new article.Engine(renderOptions(DEFAULT_SETTINGS, locale));
  const { ops, startLines } = session.update(text) as Patch;
  const blocks = ops.flatMap(({ insert }) => insert);
  const { frontMatter } = session.info() as ArticleInfo;
  session.free();
  const preview = {
    renderKey: renderKeyOf(DEFAULT_SETTINGS, locale),
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
      .map(({ html }): [string, string] => [html, exporter.sanitize(html)]),
  };
  return { preview, frontMatter };
}

function wasm(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path.join(engine, name, `moyan_${name}_bg.wasm`)));
}
