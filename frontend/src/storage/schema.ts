import type { DBSchema } from 'idb';

/**
 * Records of the browser database, in the spelling of the specification (§3).
 * Nothing renames a field on the way: what is stored is what the app holds.
 */

/** Milliseconds since 1970, as `Date.now()` gives them. */
export type Timestamp = number;

export interface KnowledgeBaseRecord {
  id: string;
  name: string;
  description: string;
  order: number;
  createDatetime: Timestamp;
  updateDatetime: Timestamp;
  /** What it is for. Absent in older records, and while the author has not said so. */
  category?: BaseCategory;
  /** Absent: active. */
  status?: BaseStatus;
}

/** What a knowledge base is for. Source: specification §3. */
export const BASE_CATEGORIES = ['techDocs', 'productManual', 'tutorial', 'other'] as const;
export type BaseCategory = (typeof BASE_CATEGORIES)[number];

/** Source: specification §3. */
export const BASE_STATUSES = ['active', 'draft', 'archived'] as const;
export type BaseStatus = (typeof BASE_STATUSES)[number];

export interface CategoryRecord {
  id: string;
  knowledgeBaseId: string;
  name: string;
  slug: string;
  type: string;
  description: string;
  order: number;
  createDatetime: Timestamp;
  updateDatetime: Timestamp;
}

export interface HistoryEntry {
  datetime: Timestamp;
  content: string;
  /** Given by the author; such a version is never thinned out. */
  name?: string;
}

export interface PostFrontMatter {
  title: string;
  /** `YYYY-MM-DD`. */
  date: string;
  tags: string[];
  draft: boolean;
  /** Name in the list of documents; the title when absent. */
  sidebar_label?: string;
}

export interface PostRecord {
  id: string;
  title: string;
  content: string;
  history: HistoryEntry[];
  createDatetime: Timestamp;
  updateDatetime: Timestamp;
  knowledgeBaseId: string;
  categoryId: string;
  /** The post above it in the tree; null at the top. */
  parentId: string | null;
  order: number;
  frontMatter: PostFrontMatter;
  router_path: string;
  collapsed: boolean;
  /** The author gave the title; else it follows the text. Absent in older records. */
  isNamed?: boolean;
}

/** A post without its text: what the list of documents holds of it. */
export type PostSummary = Omit<PostRecord, 'content' | 'history'>;

export interface SettingRecord {
  key: string;
  value: unknown;
}

/** Stores of database `md_editor_db`, version 1. */
export interface EditorDatabase extends DBSchema {
  knowledgeBases: { key: string; value: KnowledgeBaseRecord; indexes: { order: number } };
  categories: { key: string; value: CategoryRecord; indexes: { knowledgeBaseId: string } };
  posts: {
    key: string;
    value: PostRecord;
    indexes: { knowledgeBaseId: string; categoryId: string; parentId: string };
  };
  settings: { key: string; value: SettingRecord };
}
