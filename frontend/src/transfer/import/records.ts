import { frontMatterFields } from '../../storage/front-matter-fields';
import type { LibraryRecords } from '../../storage/knowledge-bases';
import { newCategory, newKnowledgeBase, newPost } from '../../storage/new-records';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from '../../storage/schema';
import type { ImportPlan } from './model';
import { folded } from './paths';

/** Where an import goes. */
export type ImportTarget =
  | { kind: 'newBase'; name: string }
  /** Into a category, or with the categories that the files have. */
  | { kind: 'base'; id: string; categoryId: string | null };

/** The records of a plan, as a knowledge base of its own. */
export function plannedRecords(plan: ImportPlan, name: string): LibraryRecords {
  const base = newKnowledgeBase(name, '', 0);
  const categories = plan.categories.map((planned, i) => ({
    ...newCategory(base.id, planned.name, planned.slug, i + 1),
    description: planned.description,
  }));
  const siblings = new Map<string, number>();
  const posts = plan.documents.map((document): PostRecord => {
    const categoryId = categories[document.category]?.id ?? '';
    const place = `${categoryId} ${document.parentId ?? ''}`;
    const order = (siblings.get(place) ?? 0) + 1;
    siblings.set(place, order);
    const { id, title, content, isNamed, parentId } = document;
    const post = newPost({
      title,
      content,
      isNamed,
      knowledgeBaseId: base.id,
      categoryId,
      parentId,
      order,
    });
    return { ...post, id, ...frontMatterFields(post.frontMatter, document.front) };
  });
  return { knowledgeBases: [base], categories, posts };
}

/** What an import adds to. */
export interface KnownBase {
  base: KnowledgeBaseRecord;
  categories: readonly CategoryRecord[];
  /** The highest order at the top of each category. */
  lastOrders: ReadonlyMap<string, number>;
}

/** The records as a part of a base that is there: categories of the same name are one. */
export function intoBase(
  records: LibraryRecords,
  known: KnownBase,
  categoryId: string | null,
): LibraryRecords {
  const { id: knowledgeBaseId } = known.base;
  const byName = new Map(known.categories.map(({ id, name }) => [folded(name), id]));
  const targets = new Map<string, string>();
  const last = Math.max(0, ...known.categories.map(({ order }) => order));
  const categories: CategoryRecord[] = [];
  for (const category of records.categories) {
    const target = categoryId ?? byName.get(folded(category.name));
    if (target !== undefined) targets.set(category.id, target);
    else categories.push({ ...category, knowledgeBaseId, order: last + categories.length + 1 });
  }
  // Posts of several categories come to stand in one: each begins where the one before has ended.
  const ends = new Map(known.lastOrders);
  const starts = new Map<string, number>();
  const posts = records.posts.map((post) => {
    const target = targets.get(post.categoryId) ?? post.categoryId;
    if (post.parentId !== null) return { ...post, knowledgeBaseId, categoryId: target };
    const start = starts.get(post.categoryId) ?? ends.get(target) ?? 0;
    starts.set(post.categoryId, start);
    const order = start + post.order;
    ends.set(target, Math.max(ends.get(target) ?? 0, order));
    return { ...post, knowledgeBaseId, categoryId: target, order };
  });
  return { knowledgeBases: [], categories, posts };
}
