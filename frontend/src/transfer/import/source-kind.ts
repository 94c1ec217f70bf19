import { BASE_LIST } from '../archive/archive';
import type { SourceKind } from './model';
import { folderOf, lastOf } from './paths';
import { NOTION_NAME } from './sources/notion';
import { looksLikeYuque } from './sources/yuque';

/** So many texts tell where they come from. */
const TEXTS_LOOKED_AT = 40;

/** Where files come from, by their names and by what the first texts look like. */
export function recognizeSource(
  paths: readonly string[],
  firstTexts: (count: number) => readonly string[],
): SourceKind {
  const has = (test: (path: string) => boolean) => paths.some(test);
  if (has((path) => lastOf(path) === BASE_LIST)) return 'moyan';
  if (has((path) => path.split('/').includes('.obsidian'))) return 'obsidian';
  if (has((path) => /(^|\/)(\.vuepress|\.vitepress)\//.test(path))) return 'vuepress';
  const isDocusaurus = (path: string) =>
    /^(docusaurus\.config\.[cm]?[jt]s|_category_\.(json|ya?ml))$/.test(lastOf(path));
  if (has(isDocusaurus)) return 'docusaurus';
  const texts = paths.filter((path) => path.endsWith('.md'));
  if (texts.length > 0 && texts.every((path) => NOTION_NAME.test(lastOf(path)))) return 'notion';
  const looked = firstTexts(TEXTS_LOOKED_AT);
  if (looked.some(looksLikeYuque)) return 'yuque';
  if (looked.some((text) => /!?\[\[[^[\]\n]+\]\]/.test(text) && !/^\[\[toc\]\]$/im.test(text))) {
    return 'obsidian';
  }
  return 'markdown';
}

/** The folder whose texts are the documents of a site's sources. */
export function documentsRoot(kind: SourceKind, paths: readonly string[]): string {
  if (kind === 'vuepress') {
    const marked = paths.find((path) => /(^|\/)\.(vuepress|vitepress)\//.test(path)) ?? '';
    return marked.split(/(?:^|\/)\.(?:vuepress|vitepress)\//)[0] ?? '';
  }
  if (kind !== 'docusaurus') return '';
  const config = paths.find((path) => lastOf(path).startsWith('docusaurus.config.'));
  if (config === undefined) return '';
  const docs = folderOf(config) === '' ? 'docs' : `${folderOf(config)}/docs`;
  return paths.some((path) => path.startsWith(`${docs}/`)) ? docs : folderOf(config);
}
