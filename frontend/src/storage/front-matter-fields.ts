import type { PostFrontMatter } from './schema';

/** What the front matter of a text says about its post; see `FrontMatter` of the engine. */
interface TextFrontMatter {
  title?: string | null;
  sidebarLabel?: string | null;
  date?: string | null;
  tags?: string[];
  draft?: boolean;
  routerPath?: string | null;
}

/**
 * The fields of a post's record that come from its text. A field that the text lacks stays.
 *
 * `heading`: the first heading, the title of a text that has no other.
 */
export function frontMatterFields(
  old: PostFrontMatter,
  front: TextFrontMatter,
  heading = '',
): { frontMatter: PostFrontMatter; router_path: string } {
  const label = front.sidebarLabel || undefined;
  return {
    frontMatter: {
      title: front.title || heading || old.title,
      date: front.date || old.date,
      tags: front.tags ?? [],
      draft: front.draft ?? false,
      ...(label === undefined ? {} : { sidebar_label: label }),
    },
    router_path: front.routerPath ?? '',
  };
}
