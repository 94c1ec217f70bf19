import type { SourceSettings } from './layout';
import type { SourceKind } from './model';
import { folderOf, joined, lastOf, resolved } from './paths';

/** Reads the settings of the program that a source is made for. They are read as text; nothing of them is run. */
export function sourceSettings(
  kind: SourceKind,
  paths: readonly string[],
  textAt: (path: string) => string,
): SourceSettings {
  const folder = projectFolder(kind, paths);
  if (folder === null) return { kind, root: '', folder: '', name: '', text: '' };
  const start = folder === '' ? '' : `${folder}/`;
  const isConfig = CONFIG[kind];
  const text = paths
    .filter((path) => path.startsWith(start) && isConfig?.test(path.slice(start.length)))
    .map(textAt)
    .join('\n');
  const has = (at: string) => paths.some((path) => path.startsWith(`${at}/`));
  return { kind, folder, text, root: rootOf(kind, folder, text, has), name: nameOf(kind, text) };
}

const CONFIG: Partial<Record<SourceKind, RegExp>> = {
  vuepress: /^\.vuepress\/config(\.|\/.*\.)[cm]?[jt]s$/,
  vitepress: /^\.vitepress\/config(\.|\/.*\.)[cm]?[jt]s$/,
  mkdocs: /^mkdocs\.ya?ml$/,
  hexo: /^_config\.ya?ml$/,
};

/** The folder of the program's settings; null when the files have none. */
function projectFolder(kind: SourceKind, paths: readonly string[]): string | null {
  const inFront = (mark: RegExp): string | null => {
    const marked = paths.find((path) => mark.test(path));
    return marked === undefined ? null : (marked.split(mark)[0] ?? '');
  };
  if (kind === 'vuepress' || kind === 'vitepress') return inFront(/(?:^|\/)\.(?:vue|vite)press\//);
  if (kind === 'hexo') return inFront(/(?:^|\/)(?:source\/)?_(?:posts|drafts)\//);
  const name = kind === 'mkdocs' ? /^mkdocs\.ya?ml$/ : /^docusaurus\.config\./;
  const config = paths.find((path) => name.test(lastOf(path)));
  return config === undefined || (kind !== 'mkdocs' && kind !== 'docusaurus')
    ? null
    : folderOf(config);
}

/** The folder whose texts are the documents. */
function rootOf(
  kind: SourceKind,
  folder: string,
  text: string,
  has: (folder: string) => boolean,
): string {
  const below = (name: string) => resolved(folder, name) ?? folder;
  const first = (...names: string[]) => names.map(below).find(has) ?? folder;
  if (kind === 'docusaurus') return first('docs');
  if (kind === 'hexo') return first('source');
  if (kind === 'mkdocs') return first(field(text, 'docs_dir') || 'docs');
  if (kind !== 'vitepress') return folder;
  const written = /\bsrcDir\s*:\s*(["'`])([^"'`\n]+)\1/.exec(text)?.[2];
  return written === undefined ? folder : first(written);
}

function nameOf(kind: SourceKind, text: string): string {
  if (kind === 'mkdocs') return field(text, 'site_name');
  if (kind === 'hexo') return field(text, 'title');
  if (kind !== 'vitepress' && kind !== 'vuepress') return '';
  return /^\s*title\s*:\s*(["'])(.+?)\1\s*,?\s*$/m.exec(text)?.[2] ?? '';
}

/** The value of a key at the margin of a YAML file. */
export function field(yaml: string, key: string): string {
  const value = new RegExp(`^${key}:[ \\t]*(.*)$`, 'm').exec(yaml)?.[1] ?? '';
  return unquoted(value);
}

/** A value of YAML without its quotes and the comment behind it. */
export function unquoted(value: string): string {
  const [, , quoted] = /^(["'])(.*?)\1/.exec(value.trim()) ?? [];
  return quoted ?? value.replace(/(^|\s)#.*$/, '').trim();
}

/** Paths that a page may be written at, from the folders that a source names pages from. */
export function pagePaths(address: string, folder: string): string[] {
  const plain = address.replace(/[?#].*$/, '').replace(/^\/|\/$/g, '');
  const path = plain.replace(/\.(html|md)$/, '');
  const at = path === '' ? folder : joined(folder, path);
  return [`${at}.md`, joined(at, 'index.md'), joined(at, 'README.md')];
}
