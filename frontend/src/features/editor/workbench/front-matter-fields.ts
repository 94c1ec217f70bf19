import type { FrontMatter } from '../../../engine/types';
import type { PostFrontMatter } from '../../../storage/schema';

/**
 * The fields of a post's record that come from its text. A field that the text lacks stays.
 *
 * `heading`: the first heading, the title of a text that has no other.
 */
export function frontMatterFields(
  old: PostFrontMatter,
  front: FrontMatter,
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
