import {
  findMatches,
  replaceMatches,
  type SearchMatch,
  type SearchQuery,
  searchPattern,
} from '../../../../lib/text-search';
import { eachPost } from '../../../../storage/posts';

/** What is looked for in all posts, and what would take its place. */
export interface PostSearch extends SearchQuery {
  replacement: string;
}

/** A post that holds what is looked for. */
export interface FoundPost {
  id: string;
  title: string;
  count: number;
  matches: SearchMatch[];
}

/** Matches shown of one post, and posts shown at all. */
const SHOWN_MATCHES = 50;
const SHOWN_POSTS = 500;

export interface Found {
  posts: FoundPost[];
  /** Matches and posts in all, also those that are not shown. */
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

/** Looks through all posts. Null when the regular expression is not well formed. Errors: `StorageError`. */
export async function searchPosts(search: PostSearch): Promise<Found | null> {
  const pattern = searchPattern(search);
  if (pattern === null) return null;
  const found: Found = { posts: [], nMatches: 0, nPosts: 0 };
  await eachPost(({ id, title, content }) => {
    const { replacement, isRegex } = search;
    const { matches, count } = findMatches(content, pattern, replacement, isRegex, SHOWN_MATCHES);
    if (count === 0) return;
    found.nMatches += count;
    found.nPosts += 1;
    if (found.posts.length < SHOWN_POSTS) found.posts.push({ id, title, count, matches });
  });
  return found;
}

/** The texts of all posts but `except` with every match replaced; nothing is written. */
export async function replacedPosts(
  search: PostSearch,
  except: readonly string[],
): Promise<ReplacedPost[]> {
  const pattern = searchPattern(search);
  if (pattern === null) return [];
  const left = new Set(except);
  const replaced: ReplacedPost[] = [];
  await eachPost(({ id, content, updateDatetime }) => {
    if (left.has(id)) return;
    const next = replaceMatches(content, pattern, search.replacement, search.isRegex);
    if (next !== content) replaced.push({ id, seen: updateDatetime, content: next });
  });
  return replaced;
}
