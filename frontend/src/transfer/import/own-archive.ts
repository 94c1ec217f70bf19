import { BASE_LIST, folderOf } from '../archive/archive';
import { type ReadBase, readKnowledgeBase } from '../archive/knowledge-base-archive';
import type { ImportFile, ImportPlan, LeftOut } from './model';
import { isHidden } from './paths';

/** An export of Moyan: what its index says holds, and files may have been edited since. */
interface OwnPlan extends ImportPlan {
  own: ReadBase;
}

/** Errors: `archive.*` when the index cannot be read. */
export function planOwn(files: readonly ImportFile[]): OwnPlan {
  const folder = folderOf(
    BASE_LIST,
    files.map(({ path }) => path),
  );
  const inFolder = files.filter(({ path }) => path.startsWith(folder ?? ''));
  const own = readKnowledgeBase(
    new Map(inFolder.map(({ path, bytes }) => [path.slice(folder?.length ?? 0), bytes])),
  );
  const { knowledgeBases, categories, posts } = own.records;
  const leftOut: LeftOut[] = [
    ...own.missing.map((path) => ({ path, reason: 'missing' as const })),
    ...own.others
      .filter((path) => !isHidden(path))
      .map((path) => ({ path, reason: 'unlisted' as const })),
  ];
  return {
    kind: 'moyan',
    name: knowledgeBases[0]?.name ?? '',
    categories,
    documents: posts.map((post) => ({
      ...post,
      path: '',
      isNamed: post.isNamed ?? false,
      isFolder: false,
      category: categories.findIndex(({ id }) => id === post.categoryId),
      front: {},
    })),
    images: new Map(own.images),
    leftOut,
    changes: [],
    own,
  };
}
