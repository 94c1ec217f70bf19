import type { FrontMatter } from '../../../engine/types';
import type { PostFrontMatter } from '../../../storage/schema';

/** What a record keeps of its text's front matter; what the text does not say stays as it was. */
export function recordedFront(
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
