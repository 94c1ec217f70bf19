import { inTreeOrder } from '../../lib/posts/post-order';
import { bodyStart } from '../../lib/text/front-matter';
import {
  findMatches,
  replaceMatches,
  type SearchMatch,
  type SearchQuery,
  searchPattern,
} from '../../lib/text/text-search';
import { listCategories } from '../categories';
import { listKnowledgeBases } from '../knowledge-bases';
import { eachPost, listPosts } from '../posts';
import type { PostRecord } from '../schema';

/** The query over all posts, and the replacement. */
export interface PostSearch extends SearchQuery {
  replacement: string;
}

/** A post with matches. */
export interface FoundPost {
  id: string;
  title: string;
  knowledgeBaseId: string;
  categoryId: string;
  count: number;
  matches: SearchMatch[];
  /** The line where the article begins, behind the front matter, 1-based. */
  bodyLine: number;
}

/** Matches shown of one post, and posts shown at all. */
const SHOWN_MATCHES = 50;
const SHOWN_POSTS = 500;

export interface Found {
  posts: FoundPost[];
  /** Numbers of all matches and posts, also of those that are not shown. */
  nMatches: number;
  nPosts: number;
}

/** A post with its text replaced. */
export interface ReplacedPost {
  id: string;
  /** `updateDatetime` of the text that was read. */
  seen: number;
  content: string;
}

type SearchedPost = Pick<
  PostRecord,
  'id' | 'title' | 'content' | 'updateDatetime' | 'knowledgeBaseId' | 'categoryId'
>;

/** Most text that is kept from one search to the next, in UTF-16 units. A larger library is read every time. */
const KEPT_CHARS = 50_000_000;

/** The texts of all posts as the first search read them. A record also holds its old versions and is slow to read. */
export class PostTexts {
  #kept: readonly SearchedPost[] | null = null;

  /** Hands every post to `visit`. Errors: `StorageError`. */
  async each(visit: (post: SearchedPost) => void): Promise<void> {
    if (this.#kept !== null) {
      for (const post of this.#kept) visit(post);
      return;
    }
    const read: SearchedPost[] = [];
    let chars = 0;
    await eachPost(({ id, title, content, updateDatetime, knowledgeBaseId, categoryId }) => {
      const post = { id, title, content, updateDatetime, knowledgeBaseId, categoryId };
      chars += content.length;
      if (chars <= KEPT_CHARS) read.push(post);
      visit(post);
    });
    if (chars <= KEPT_CHARS) this.#kept = read;
  }
}

/** Searches all posts; those that are found stand as in the lists. Null when the regular expression is not well formed. Errors: `StorageError`. */
export async function searchPosts(texts: PostTexts, search: PostSearch): Promise<Found | null> {
  const pattern = searchPattern(search);
  if (pattern === null) return null;
  const found: Found = { posts: [], nMatches: 0, nPosts: 0 };
  await texts.each(({ id, title, content, knowledgeBaseId, categoryId }) => {
    const { replacement, isRegex } = search;
    const { matches, count } = findMatches(content, pattern, replacement, isRegex, SHOWN_MATCHES);
    if (count === 0) return;
    found.nMatches += count;
    found.nPosts += 1;
    const bodyLine = content.slice(0, bodyStart(content)).split('\n').length;
    found.posts.push({ id, title, knowledgeBaseId, categoryId, count, matches, bodyLine });
  });
  const places = found.nPosts > 1 ? await readPlaces() : new Map<string, number>();
  const placeOf = ({ id }: FoundPost) => places.get(id) ?? places.size;
  found.posts.sort((a, b) => placeOf(a) - placeOf(b));
  found.posts.splice(SHOWN_POSTS);
  return found;
}

/** The place of every post by its id: by knowledge base, category and tree. */
async function readPlaces(): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const base of await listKnowledgeBases()) {
    for (const category of await listCategories(base.id)) {
      for (const { id } of inTreeOrder(await listPosts(category.id))) places.set(id, places.size);
    }
  }
  return places;
}

/** The texts of all posts but `except` with every match replaced; nothing is written. */
export async function replacedPosts(
  texts: PostTexts,
  search: PostSearch,
  except: readonly string[],
): Promise<ReplacedPost[]> {
  const pattern = searchPattern(search);
  if (pattern === null) return [];
  const left = new Set(except);
  const replaced: ReplacedPost[] = [];
  await texts.each(({ id, content, updateDatetime }) => {
    if (left.has(id)) return;
    const next = replaceMatches(content, pattern, search.replacement, search.isRegex);
    if (next !== content) replaced.push({ id, seen: updateDatetime, content: next });
  });
  return replaced;
}
