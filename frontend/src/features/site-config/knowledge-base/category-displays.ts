import type { ContentCategory } from '../../../api/site-content';
import type { CategoryDisplay } from '../../../api/site-settings';

/** How a category is shown about which nothing is set. */
export function displayOf(display: CategoryDisplay | undefined, categoryId = ''): CategoryDisplay {
  return display ?? { categoryId, name: '', description: '', icon: '', isVisible: true };
}

/**
 * How each category of the base is shown, in the order of the site.
 *
 * Those that were set come first; those of the base that were not set follow. What the base has no more is left out.
 */
export function allDisplays(
  stored: readonly CategoryDisplay[],
  categories: readonly ContentCategory[],
): CategoryDisplay[] {
  const ids = new Set(categories.map(({ id }) => id));
  const kept = stored.filter(({ categoryId }) => ids.has(categoryId));
  const set = new Set(kept.map(({ categoryId }) => categoryId));
  const rest = categories.filter(({ id }) => !set.has(id));
  return [...kept, ...rest.map(({ id }) => displayOf(undefined, id))];
}
