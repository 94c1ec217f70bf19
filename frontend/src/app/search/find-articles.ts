import { searchNames } from '../../lib/text/name-search';
import type { SearchMatch } from '../../lib/text/text-search';
import type { Article } from '../../storage/articles';
import type { Found, FoundPost } from '../../storage/search/search-posts';

/** An article that is called as the query says, or has it in its text. */
export interface FoundArticle extends Article {
  /** The first place of its text with the query, beside its title; absent when only the title fits. */
  match?: SearchMatch | undefined;
}

/** Those that are called so, the best first, then the others that have it in their text. `found`: what the texts hold. */
export function findArticles(
  articles: readonly Article[],
  query: string,
  found: Found | null,
): FoundArticle[] {
  const posts = new Map(found?.posts.map((post) => [post.id, post]));
  const named = searchNames(articles, query, ({ title }) => ({ name: title }));
  const isNamed = new Set(named.map(({ id }) => id));
  const others = articles.filter(({ id }) => posts.has(id) && !isNamed.has(id));
  return [...named, ...others].map((article) => ({
    ...article,
    match: shownMatch(posts.get(article.id), article.title),
  }));
}

/** A place of the article itself, or else the value of a line of its front matter. */
function shownMatch(post: FoundPost | undefined, title: string): SearchMatch | undefined {
  if (post === undefined) return undefined;
  const matches = post.matches.filter((match) => !isTitle(match, title));
  const inBody = matches.find(({ line }) => line >= post.bodyLine);
  if (inBody !== undefined) return inBody;
  const field = matches.find(({ before }) => VALUE.test(before));
  return field && { ...field, before: field.before.replace(VALUE, '') };
}

/** The key of a line of front matter, in front of its value. */
const VALUE = /^[\w-]+:\s*["'[]?/;

/** Whether the line of a match is the title, which is shown anyway: a heading, or a line of the front matter. */
function isTitle({ before, found, after }: SearchMatch, title: string): boolean {
  const line = `${before}${found}${after}`;
  return line.replace(/^(#+|title:)\s+/, '').trim() === title;
}

/** What is shown in front of a match, in half widths: the match must stand in sight on a narrow screen too. */
const BEFORE_WIDTH = 32;

/** What is shown of the line around a match. */
export function excerptOf({ before, found, after }: SearchMatch) {
  const characters = [...before.trimStart()];
  let width = 0;
  let start = characters.length;
  while (start > 0 && width < BEFORE_WIDTH) {
    start -= 1;
    width += (characters[start] ?? '') < '\u0250' ? 1 : 2;
  }
  const shown = characters.slice(start).join('');
  // Neither a part of a word nor the end of a sentence stands at the start.
  const whole = shown.replace(/^[a-z\d]+(?=[^a-z\d])/i, '').replace(/^[\s\p{P}]+/u, '');
  return { before: start > 0 ? `…${whole}` : shown, found, after };
}
