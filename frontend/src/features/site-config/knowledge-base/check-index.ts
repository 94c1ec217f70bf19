import type { IndexSettings } from '../../../api/site-settings';
import {
  CATEGORIES_MAX,
  CATEGORY_DESCRIPTION_MAX_CHARS,
  CATEGORY_NAME_MAX_CHARS,
  ITEMS_PER_PAGE_MAX,
  LONG_SUBTITLE_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../../../config/site-limits';
import { FieldChecks } from '../check/field-checks';
import type { Problems } from '../draft/draft';

/** What is wrong with the index, as the server sees it too. */
export function checkIndex(value: IndexSettings): Problems {
  const found = new FieldChecks();
  found.text('title', value.title, { max: TITLE_MAX_CHARS });
  found.text('description', value.description, { max: LONG_SUBTITLE_MAX_CHARS, hasLines: true });
  found.range('itemsPerPage', value.itemsPerPage, 1, ITEMS_PER_PAGE_MAX);
  found.list('categories', value.categories, CATEGORIES_MAX, (path, { name, description }) => {
    found.text(`${path}.name`, name, { max: CATEGORY_NAME_MAX_CHARS });
    found.text(`${path}.description`, description, { max: CATEGORY_DESCRIPTION_MAX_CHARS });
  });
  return found.problems;
}
