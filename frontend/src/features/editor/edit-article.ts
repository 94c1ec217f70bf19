import { inBody } from './edits/front-matter';
import type { Edit, Selected, SourceEditor } from './source-editor';

/**
 * Makes an edit at each selection, or at `at`, which was selected before: the way of all insertions and of all marks.
 *
 * The front matter stays as it is: what is selected in it, or before it, counts as the first line behind it. False when
 * there is nothing to do.
 */
export function editArticle(
  source: SourceEditor,
  editOf: (selected: Selected) => Edit | null,
  at?: Selected,
): boolean {
  if (at === undefined) return source.applyEach((selected) => inBody(selected, editOf));
  const edit = inBody(at, editOf);
  if (edit !== null) source.apply(edit);
  return edit !== null;
}
