import { loadArticle } from './article';
import { categorySlug, parseFrontMatter, writeFrontMatter } from './pkg/article/moyan_article.js';
import type { FrontMatter, Warning } from './types';

/** What to write into a text's front matter: a value, or null to take the key out. Other keys stay as they are. */
export interface FrontMatterChanges {
  title?: string | null;
  sidebarLabel?: string | null;
  date?: string | null;
  tags?: string[] | null;
  draft?: boolean | null;
  routerPath?: string | null;
}

/** The front matter of a text. */
export interface ParsedFrontMatter {
  frontMatter: FrontMatter;
  /** Where the body begins, in UTF-16 units; 0 when there is no front matter. */
  bodyStart: number;
  warnings: Warning[];
}

/** What the engine does with front matter and names. */
export interface FrontMatterModule {
  parse(text: string): ParsedFrontMatter;
  /** Changes the named keys and nothing else: comments, unknown keys, quotes and line endings stay. */
  write(text: string, changes: FrontMatterChanges): string;
  /** A category's slug; empty when the name holds no letter or digit. */
  slug(name: string): string;
}

/** The functions, once their module is there. Errors: as {@link loadArticle}. */
export async function loadFrontMatter(): Promise<FrontMatterModule> {
  await loadArticle();
  return { parse: parseFrontMatter, write: writeFrontMatter, slug: categorySlug };
}
