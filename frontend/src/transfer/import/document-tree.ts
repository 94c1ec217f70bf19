import type { FrontMatter } from '../../engine/types';
import { decodeText, isUtf8 } from '../../lib/text/decode-text';
import type { Layout, SourceSettings, Spot } from './layout';
import type { ImportFile, Note, SourceKind } from './model';
import { folderOf, joined, lastOf, withoutEnding } from './paths';
import { type FolderLabel, folderLabel, numbered } from './sources/docs-site';
import { withoutNotionId } from './sources/notion';

/** A text among the files, decoded. */
export interface ImportText {
  path: string;
  text: string;
  front: FrontMatter;
  bodyStart: number;
}

/** A folder, a text, or both: a text beside a folder of its name is the parent of what is in it. */
export interface DocumentNode {
  /** Name of the file or folder, as its source means it. */
  name: string;
  label: string | null;
  description: string;
  position: number | null;
  text: ImportText | null;
  children: DocumentNode[];
}

/** A node with the document that is made of it. */
export interface PlacedNode {
  /** Id of the document. */
  id: string;
  node: DocumentNode;
  /** Index of the planned category. */
  category: number;
  /** Id of the document above it. */
  parentId: string | null;
}

export const TEXT = /\.(md|markdown|mdx|txt)$/i;
/** Names of files that represent their folder. */
const FOLDER_TEXT = /^(index|readme|_index)\.(md|markdown|mdx)$/i;
const FOLDER_LABEL = /^_category_\.(json|ya?ml)$/;

const collator = new Intl.Collator('zh-CN', { numeric: true });
export const byPath = (a: { path: string }, b: { path: string }) =>
  collator.compare(a.path, b.path);

type FrontMatterParser = (text: string) => { frontMatter: FrontMatter; bodyStart: number };

/**
 * Reads a text: its encoding is found out, a byte order mark goes, and lines end with a line feed. `completed` adds what
 * its source leaves out.
 */
export function readText(
  { path, bytes }: ImportFile,
  parse: FrontMatterParser,
  note: Note,
  completed = (text: string) => text,
): ImportText {
  const { text: decoded, isDamaged, isUncertain } = decodeText(bytes);
  const text = completed(decoded.replace(/\r\n?/g, '\n').replaceAll('\0', ''));
  if (isDamaged || decoded.includes('\0')) note('damaged');
  else if (isUncertain) note('uncertain');
  else if (!isUtf8(bytes)) note('encoding');
  if (decoded.includes('\r')) note('lineEnds');
  const { frontMatter: front, bodyStart } = parse(text);
  return { path, text, front, bodyStart };
}

/**
 * The tree of the texts below the root, siblings in the order of their positions and then of their names. A folder
 * without a position stands where the first of its texts does.
 */
export function documentTree(
  texts: readonly ImportText[],
  files: readonly ImportFile[],
  { root, kind }: SourceSettings,
  layout: Layout,
): DocumentNode {
  const top = emptyNode('');
  const nodes = new Map<string, DocumentNode>([[root, top]]);
  const nodeAt = (path: string): DocumentNode => {
    const known = nodes.get(path);
    if (known !== undefined) return known;
    const node = emptyNode(lastOf(path), kind);
    nodes.set(path, node);
    nodeAt(folderOf(path)).children.push(node);
    return node;
  };
  for (const text of texts) {
    const spot = layout.get(text.path);
    if (spot !== undefined && spot.folders !== null) {
      placeAt(text, spot, spot.folders, root, nodeAt);
      continue;
    }
    const folder = folderOf(text.path);
    const name = lastOf(text.path);
    const own = folder === root || !FOLDER_TEXT.test(name) ? null : nodeAt(folder);
    if (own !== null && own.text === null) {
      own.text = text;
      own.position ??= spot?.position ?? positionOf(text.front);
      own.name = spot?.name ?? own.name;
      continue;
    }
    const node = freeNode(text.path, joined(folder, withoutEnding(name)), nodeAt);
    node.text = text;
    node.position = spot?.position ?? positionOf(text.front) ?? node.position;
    node.name = spot?.name ?? node.name;
  }
  for (const { path, bytes } of files) {
    const node = FOLDER_LABEL.test(lastOf(path)) ? nodes.get(folderOf(path)) : undefined;
    if (node !== undefined) Object.assign(node, labeled(node, decodeText(bytes).text));
  }
  if (layout.size > 0) takePositions(top);
  sortTree(top);
  return top;
}

/** Puts a text where the navigation of its source has it. Two texts are never one node, whatever they are called. */
function placeAt(
  text: ImportText,
  spot: Spot,
  folders: readonly string[],
  root: string,
  nodeAt: (path: string) => DocumentNode,
): void {
  const folder = [root, ...folders.map((name) => name.replaceAll('/', '／'))]
    .filter((name) => name !== '')
    .join('/');
  const node = nodeAt(joined(folder, text.path.replaceAll('/', '\u0000')));
  node.name = withoutEnding(lastOf(text.path)).normalize('NFC');
  node.text = text;
  node.label = spot.label;
  node.position = spot.position;
}

function takePositions(node: DocumentNode): number | null {
  const found = node.children.map(takePositions).filter((position) => position !== null);
  if (found.length > 0) node.position ??= Math.min(...found);
  return node.position;
}

/** A node without a text: of the name without ending, else with it, else, for files of one name, with a number. */
function freeNode(
  path: string,
  plain: string,
  nodeAt: (path: string) => DocumentNode,
): DocumentNode {
  const first = nodeAt(plain);
  if (first.text === null) return first;
  const whole = first.text.path === path ? null : nodeAt(path);
  if (whole?.text === null) return whole;
  for (let n = 2; ; n += 1) {
    const numbered = nodeAt(`${plain} ${n}`);
    if (numbered.text === null) return numbered;
  }
}

function emptyNode(written: string, kind?: SourceKind): DocumentNode {
  const plain = kind === 'notion' ? withoutNotionId(written) : written;
  const isSite = kind === 'docusaurus' || kind === 'vuepress' || kind === 'vitepress';
  const { name, position } = isSite ? numbered(plain) : { name: plain, position: null };
  return {
    name: name.normalize('NFC'),
    label: null,
    description: '',
    position,
    text: null,
    children: [],
  };
}

function labeled(node: DocumentNode, text: string): FolderLabel {
  const { label, position, description } = folderLabel(text);
  return { label, position: position ?? node.position, description };
}

function positionOf({ other = [] }: FrontMatter): number | null {
  const field = other.find(({ key }) => ['sidebar_position', 'order', 'weight'].includes(key));
  return typeof field?.value === 'number' ? field.value : null;
}

function sortTree(node: DocumentNode): void {
  const rank = ({ position }: DocumentNode) => position ?? Number.MAX_VALUE;
  node.children.sort((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name));
  for (const child of node.children) sortTree(child);
}
