import type { FrontMatter } from '../../engine/types';

/** A file that was chosen or dropped; `path` has the folders above it. */
export interface ImportFile {
  path: string;
  bytes: Uint8Array;
}

/** Where files come from; it decides how names, links and marks are read. */
export const SOURCE_KINDS = [
  'moyan',
  'obsidian',
  'docusaurus',
  'vuepress',
  'vitepress',
  'mkdocs',
  'hexo',
  'notion',
  'yuque',
  'markdown',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Why a file is no part of what an import brings. */
export type LeftOutReason =
  | 'settings'
  | 'outside'
  | 'notText'
  | 'binary'
  | 'database'
  | 'backup'
  | 'unusedImage'
  | 'imageTooLarge'
  | 'imageFormat'
  | 'missing'
  | 'unlisted';

export interface LeftOut {
  path: string;
  reason: LeftOutReason;
}

/** What differs between a file and the document that it becomes. */
export type ChangeKind =
  | 'links'
  | 'wikiLinks'
  | 'embeds'
  | 'comments'
  | 'mdx'
  | 'components'
  | 'containers'
  | 'tabs'
  | 'callouts'
  | 'codeMarks'
  | 'codeTitles'
  | 'includes'
  | 'badges'
  | 'scripts'
  | 'attributes'
  | 'keys'
  | 'tags'
  | 'more'
  | 'drafts'
  | 'blockIds'
  | 'vectors'
  | 'unconverted'
  | 'fonts'
  | 'formulas'
  | 'anchors'
  | 'remoteImages'
  | 'missingLinks'
  | 'missingImages'
  | 'encoding'
  | 'lineEnds'
  | 'damaged'
  | 'uncertain'
  | 'titleCut';

/** Counts a change in the document that is being converted. `detail`: what it is about, as written. */
export type Note = (kind: ChangeKind, count?: number, detail?: string) => void;

export interface Change {
  kind: ChangeKind;
  path: string;
  count: number;
  /** How often what it is about occurs, by what is written. */
  details: ReadonlyMap<string, number>;
}

export interface PlannedCategory {
  name: string;
  slug: string;
  description: string;
}

export interface PlannedDocument {
  id: string;
  path: string;
  title: string;
  /** The title is the name of a file or folder, and not one in the text. */
  isNamed: boolean;
  content: string;
  /** It stands for a folder without a text of its own. */
  isFolder: boolean;
  /** Index of its category. */
  category: number;
  parentId: string | null;
  front: FrontMatter;
}

/** What an import makes of files. */
export interface ImportPlan {
  kind: SourceKind;
  /** Name of the folder or archive that holds everything; empty when there is none. */
  name: string;
  categories: PlannedCategory[];
  documents: PlannedDocument[];
  /** Images by the name that this browser keeps them under. */
  images: Map<string, Uint8Array>;
  leftOut: LeftOut[];
  changes: Change[];
}
