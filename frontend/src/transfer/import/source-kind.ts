import { BASE_LIST } from '../archive/archive';
import type { SourceKind } from './model';
import { lastOf } from './paths';
import { looksLikeHexo } from './sources/hexo';
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
  if (has((path) => /(^|\/)\.vuepress\//.test(path))) return 'vuepress';
  if (has((path) => /(^|\/)\.vitepress\//.test(path))) return 'vitepress';
  const isDocusaurus = (path: string) =>
    /^(docusaurus\.config\.[cm]?[jt]s|_category_\.(json|ya?ml))$/.test(lastOf(path));
  if (has(isDocusaurus)) return 'docusaurus';
  // Deeper ones belong to a project among other things.
  if (has((path) => /^(?:[^/]+\/){0,2}mkdocs\.ya?ml$/.test(path))) return 'mkdocs';
  if (has((path) => /^(?:[^/]+\/){0,2}_(?:posts|drafts)\//.test(path))) return 'hexo';
  const texts = paths.filter((path) => path.endsWith('.md'));
  if (texts.length > 0 && texts.every((path) => NOTION_NAME.test(lastOf(path)))) return 'notion';
  const looked = firstTexts(TEXTS_LOOKED_AT);
  if (looked.some(looksLikeYuque)) return 'yuque';
  if (looked.some(looksLikeHexo)) return 'hexo';
  if (looked.some((text) => /!?\[\[[^[\]\n]+\]\]/.test(text) && !/^\[\[toc\]\]$/im.test(text))) {
    return 'obsidian';
  }
  return 'markdown';
}
