import { newId } from '../lib/new-id';
import { localDay } from '../lib/time/dates';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from './schema';

/** Fresh records with the defaults of the specification (§3). */

export function newKnowledgeBase(
  name: string,
  description: string,
  order: number,
): KnowledgeBaseRecord {
  return { id: newId(), name, description, order, ...stamps() };
}

export function newCategory(
  knowledgeBaseId: string,
  name: string,
  slug: string,
  order: number,
): CategoryRecord {
  const id = newId();
  // A name of signs alone leaves no slug; the id is one.
  const sound = slug === '' ? id : slug;
  const type = 'docs';
  return { id, knowledgeBaseId, name, slug: sound, type, description: '', order, ...stamps() };
}

/** Where a new post stands, and what it starts with. */
export interface NewPost {
  title: string;
  content: string;
  knowledgeBaseId: string;
  categoryId: string;
  parentId: string | null;
  order: number;
  /** The author gave the title. Absent: it follows the text. */
  isNamed?: boolean | undefined;
}

export function newPost(post: NewPost): PostRecord {
  const made = stamps();
  return {
    id: newId(),
    title: post.title,
    content: post.content,
    history: [],
    knowledgeBaseId: post.knowledgeBaseId,
    categoryId: post.categoryId,
    parentId: post.parentId,
    order: post.order,
    frontMatter: {
      title: post.title,
      date: localDay(new Date(made.createDatetime)),
      tags: [],
      draft: false,
    },
    router_path: '',
    collapsed: false,
    isNamed: post.isNamed ?? false,
    ...made,
  };
}

function stamps(): { createDatetime: number; updateDatetime: number } {
  const now = Date.now();
  return { createDatetime: now, updateDatetime: now };
}
