import type { Homepage } from '../../../api/site-settings';
import type { FoundProblems } from '../check/found-problems';

/** Articles that are listed have a title. While the latest are shown, nobody sees what is missing there. */
export function homepageRules(found: FoundProblems, { sections }: Homepage): void {
  for (const [index, { content }] of sections.entries()) {
    if (content.kind !== 'blog' || content.source !== 'listed') continue;
    for (const [at, post] of content.posts.entries()) {
      if (post.title.trim() === '') {
        found.add(`sections[${index}].content.posts[${at}].title`, 'field.required');
      }
    }
  }
}
