import type { FrontMatter } from '../../../engine/types';
import type { PostFrontMatter } from '../../../storage/schema';

/** The fields of a post's record that come from the front matter of its text. A field that the text lacks stays. */
export function frontMatterFields(
  old: PostFrontMatter,
  front: FrontMatter,
): { frontMatter: PostFrontMatter; router_path: string } {
  const label = front.sidebarLabel || undefined;
  return {
    frontMatter: {
      title: front.title || old.title,
      date: front.date || old.date,
      tags: front.tags ?? [],
      draft: front.draft ?? false,
      ...(label === undefined ? {} : { sidebar_label: label }),
    },
    router_path: front.routerPath ?? '',
  };
}
