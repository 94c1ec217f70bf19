import type { FrontMatter } from '../../engine/types';
import { newId } from '../../lib/new-id';
import { decodeText, isUtf8 } from '../../lib/text/decode-text';
import { holdsBackup } from '../archive/archive';
import { converter } from './convert';
import {
  byPath,
  type DocumentNode,
  documentTree,
  type ImportText,
  type PlacedNode,
  readText,
  TEXT,
} from './document-tree';
import { IMAGE, ImportImages } from './images';
import type { Layout, SourceSettings } from './layout';
import type {
  Change,
  ChangeKind,
  ImportFile,
  ImportPlan,
  LeftOut,
  Note,
  PlannedCategory,
  PlannedDocument,
  SourceKind,
} from './model';
import { folderOf, isHidden, isSystem, lastOf, sharedFolder } from './paths';
import { recognizeSource } from './source-kind';
import { sourceSettings } from './source-settings';
import { asDraft, hexoLayout, isHexoDocument, withOpening } from './sources/hexo';
import { withFields } from './sources/mkdocs';
import { mkDocsLayout } from './sources/mkdocs-nav';
import { vitePressLayout } from './sources/vitepress-nav';

/** Longest title that is taken from a name or a heading, in characters. The server takes no longer one. */
const TITLE_MAX_CHARS = 200;

interface PlanOptions {
  /** Null: recognized. */
  kind: SourceKind | null;
  /** What folders at the top become. */
  foldersAs: 'categories' | 'documents';
  parseFrontMatter: (text: string) => { frontMatter: FrontMatter; bodyStart: number };
  categorySlug: (name: string) => string;
  onProgress?: (done: number, total: number) => void;
}

/** What an import makes of files. Nothing is written. */
export async function planImport(
  chosen: readonly ImportFile[],
  options: PlanOptions,
): Promise<ImportPlan> {
  const { files, name } = withoutSharedFolder(chosen);
  const kind = options.kind ?? recognizedKind(files);
  const changes = new Changes();
  const settings = settingsOf(kind, files);
  const isDocument = ({ path }: ImportFile) => isDocumentPath(path, settings);
  const [read, binary] = readTexts(files.filter(isDocument), kind, options, changes);
  const texts = kind === 'hexo' ? read.map(asDraft) : read;
  const images = await ImportImages.of(
    files.filter(({ path }) => IMAGE.test(path) && !isHidden(visible(path))),
  );
  const tree = documentTree(texts, files, settings, layoutOf(texts, settings));
  const { categories, placed } = place(tree, kind, options);
  const convert = converter(settings, placed, texts, files, images);
  const documents: PlannedDocument[] = [];
  for (const { node, ...place } of placed) {
    options.onProgress?.(documents.length, placed.length);
    const { text } = node;
    const note: Note = (change, count = 1, detail) =>
      changes.add(change, text?.path ?? '', count, detail);
    if (kind === 'hexo' && text?.front.draft === true) note('drafts');
    const named = titleOf(node, kind);
    const title = Array.from(named.title).slice(0, TITLE_MAX_CHARS).join('');
    if (title !== named.title) note('titleCut');
    const content = text === null ? '' : convert(text, note);
    const path = text?.path ?? '';
    const isFolder = text === null;
    documents.push({
      ...place,
      ...named,
      title,
      path,
      content,
      isFolder,
      front: text?.front ?? {},
    });
  }
  const leftOut = [...binary, ...others(files, kind, isDocument), ...images.leftOut()];
  return {
    kind,
    name: settings.name || name,
    categories,
    documents,
    images: images.kept(),
    leftOut: leftOut.toSorted(byPath),
    changes: changes.list(),
  };
}

/** What the settings among the files say. */
export function settingsOf(kind: SourceKind, files: readonly ImportFile[]): SourceSettings {
  const byPathOf = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return sourceSettings(kind, [...byPathOf.keys()], (path) => {
    const bytes = byPathOf.get(path);
    return bytes === undefined ? '' : decodeText(bytes).text;
  });
}

function isDocumentPath(path: string, { kind, root }: SourceSettings): boolean {
  if (!TEXT.test(path) || isHidden(path)) return false;
  if (root !== '' && !path.startsWith(`${root}/`)) return false;
  return kind !== 'hexo' || isHexoDocument(path, root);
}

function layoutOf(texts: readonly ImportText[], settings: SourceSettings): Layout {
  if (settings.kind === 'mkdocs') return mkDocsLayout(settings);
  if (settings.kind === 'hexo') return hexoLayout(texts, settings);
  if (settings.kind !== 'vitepress') return new Map();
  return vitePressLayout(settings, new Set(texts.map(({ path }) => path)));
}

/** Public files of a site lie below a hidden folder. */
const visible = (path: string) => path.replace(/(^|\/)\.(vuepress|vitepress)\/public\//, '$1');

/** The folder around everything says how it is called, and is no part of it. */
export function withoutSharedFolder(chosen: readonly ImportFile[]): {
  files: ImportFile[];
  name: string;
} {
  const sorted = chosen.toSorted(byPath);
  const shared = sharedFolder(sorted.map(({ path }) => path).filter((path) => !isSystem(path)));
  // A single file, or a folder in a folder: only the outermost one is the name of all.
  const name = shared.split('/')[0] ?? '';
  const start = name === '' ? '' : `${name}/`;
  const files = sorted
    .filter(({ path }) => path.startsWith(start))
    .map(({ path, bytes }) => ({ path: path.slice(start.length), bytes }));
  return { files, name };
}

export function recognizedKind(files: readonly ImportFile[]): SourceKind {
  const decoder = new TextDecoder();
  return recognizeSource(
    files.map(({ path }) => path),
    (count) =>
      files
        .filter(({ path }) => TEXT.test(path))
        .slice(0, count)
        .map(({ bytes }) => decoder.decode(bytes)),
  );
}

/** So many zero bytes in a hundred make a text none, unless it says that it is in UTF-16; sound UTF-8 may have more. */
const ZEROS_MAX = 1;
const ZEROS_OF_UTF8_MAX = 10;

function isBinary(bytes: Uint8Array): boolean {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return false;
  const start = bytes.subarray(0, 4096);
  const nZeros = start.filter((byte) => byte === 0).length;
  const max = nZeros > 0 && isUtf8(bytes) ? ZEROS_OF_UTF8_MAX : ZEROS_MAX;
  return nZeros * 100 > start.length * max;
}

/** Adds the marks of front matter where a source does without. */
const COMPLETED: Partial<Record<SourceKind, (text: string) => string>> = {
  hexo: withOpening,
  mkdocs: withFields,
};

function readTexts(
  files: readonly ImportFile[],
  kind: SourceKind,
  { parseFrontMatter }: PlanOptions,
  changes: Changes,
): [ImportText[], LeftOut[]] {
  const texts: ImportText[] = [];
  const binary: LeftOut[] = [];
  for (const file of files) {
    if (isBinary(file.bytes)) binary.push({ path: file.path, reason: 'binary' });
    else {
      const note: Note = (change) => changes.add(change, file.path, 1);
      texts.push(readText(file, parseFrontMatter, note, COMPLETED[kind]));
    }
  }
  return [texts, binary];
}

/** Categories and documents of a tree, parents before their children. */
function place(
  tree: DocumentNode,
  kind: SourceKind,
  { foldersAs, categorySlug }: PlanOptions,
): { categories: PlannedCategory[]; placed: PlacedNode[] } {
  const placed: PlacedNode[] = [];
  const put = (node: DocumentNode, category: number, parentId: string | null) => {
    const id = newId();
    placed.push({ id, node, category, parentId });
    for (const child of node.children) put(child, category, id);
  };
  const isCategory = (node: DocumentNode) =>
    foldersAs === 'categories' && node.children.length > 0 && !isBeside(node);
  const loose = tree.children.filter((node) => !isCategory(node));
  const categories: PlannedCategory[] = [];
  const add = (name: string, description: string) =>
    categories.push({ name, slug: categorySlug(name), description }) - 1;
  if (loose.length > 0) {
    const first = add('docs', '');
    for (const node of loose) put(node, first, null);
  }
  for (const node of tree.children.filter(isCategory)) {
    const { title } = titleOf(node, kind);
    const category = add(Array.from(title).slice(0, 100).join(''), node.description);
    if (node.text !== null) put({ ...node, children: [] }, category, null);
    for (const child of node.children) put(child, category, null);
  }
  return { categories, placed };
}

/** Whether the text of a folder stands beside it, so that the text is the parent of what is in the folder. */
function isBeside({ text, children }: DocumentNode): boolean {
  const child = children.find((node) => node.text !== null)?.text;
  return (
    text !== null &&
    child !== undefined &&
    child !== null &&
    folderOf(text.path) !== folderOf(child.path)
  );
}

/** Sources whose texts begin with their title, and whose files are named for addresses. */
const TITLED: readonly SourceKind[] = [
  'docusaurus',
  'vuepress',
  'vitepress',
  'mkdocs',
  'notion',
  'yuque',
];

function titleOf(node: DocumentNode, kind: SourceKind): { title: string; isNamed: boolean } {
  const { text } = node;
  const written = text?.front.sidebarLabel || text?.front.title;
  if (written) return { title: written, isNamed: false };
  if (node.label !== null) return { title: node.label, isNamed: true };
  const first =
    text !== null && TITLED.includes(kind)
      ? /^\s*# +(.+?)(?: *#+)?(?: *\{ *#[^}]*\})? *$/m.exec(text.text.slice(text.bodyStart))?.[1]
      : undefined;
  const heading = first && plainHeading(first, text?.front.title ?? '');
  return heading ? { title: heading, isNamed: false } : { title: node.name, isNamed: true };
}

/** A heading as it is read: without its marks, components and backslashes. */
function plainHeading(heading: string, title: string): string {
  return heading
    .replace(/\{\{\s*\$frontmatter\.title\s*\}\}/g, (whole) => title || whole)
    .replace(/<Badge\b[^<>]*?\stext=(["'])(.*?)\1[^<>]*\/>/g, '$2')
    .replace(/<([A-Z][\w.]*)\b[^<>]*\/>/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

/** Files of a project that say how it is built or shown. */
const SETTINGS =
  /(^|\/)(_category_\.(json|ya?ml)|docusaurus\.config\.[cm]?[jt]s|sidebars?\.[cm]?[jt]s(on)?|mkdocs\.ya?ml|_config(\.[\w-]+)?\.ya?ml|db\.json|package(-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|tsconfig\.json|LICENSE)$/;

/** What is neither a document nor an image. Hidden folders are named once. */
function others(
  files: readonly ImportFile[],
  kind: SourceKind,
  isDocument: (file: ImportFile) => boolean,
): LeftOut[] {
  const found = new Map<string, LeftOut>();
  for (const file of files) {
    const { path } = file;
    const hidden =
      /^(.*?(?:^|\/)(?:\.(?:obsidian|vuepress|vitepress|trash)|node_modules))(?:\/|$)/.exec(
        path,
      )?.[1];
    if (isDocument(file) || (IMAGE.test(path) && !isHidden(visible(path)))) continue;
    if (hidden !== undefined) found.set(hidden, { path: `${hidden}/`, reason: 'settings' });
    else if (!isHidden(path) && !isSystem(path))
      found.set(path, { path, reason: reasonOf(file, kind) });
  }
  return [...found.values()];
}

function reasonOf({ path, bytes }: ImportFile, kind: SourceKind): LeftOut['reason'] {
  if (/\.zip$/i.test(path) && holdsBackup(bytes)) return 'backup';
  if (SETTINGS.test(path)) return 'settings';
  if (kind === 'notion' && lastOf(path).endsWith('.csv')) return 'database';
  return TEXT.test(path) ? 'outside' : 'notText';
}

/** Changes of all documents, counted. */
class Changes {
  readonly #counts = new Map<string, Change & { details: Map<string, number> }>();

  add(kind: ChangeKind, path: string, count: number, detail?: string): void {
    const key = `${kind} ${path}`;
    const known = this.#counts.get(key) ?? { kind, path, count: 0, details: new Map() };
    known.count += count;
    if (detail !== undefined) known.details.set(detail, (known.details.get(detail) ?? 0) + count);
    this.#counts.set(key, known);
  }

  list(): Change[] {
    return [...this.#counts.values()];
  }
}
