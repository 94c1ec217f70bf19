import type { Edit, Selected } from '../source-editor';

/**
 * What `editOf` does at each selection, as edits that are made together; in the order of the selections, and with the
 * places that are selected when all are made. Null when a selection has no edit, or two edits meet.
 */
export function eachEdit(
  selections: readonly Selected[],
  editOf: (selected: Selected) => Edit | null,
): Edit[] | null {
  const edits = selections.map(editOf).filter((edit) => edit !== null);
  if (edits.length === 0 || edits.length < selections.length) return null;
  const inOrder = edits.toSorted((a, b) => a.from - b.from);
  const shifts = new Map<Edit, number>();
  let shift = 0;
  let end = -1;
  for (const edit of inOrder) {
    if (edit.from <= end) return null;
    shifts.set(edit, shift);
    shift += edit.insert.length - (edit.to - edit.from);
    end = edit.to;
  }
  return edits.map((edit) => {
    const by = shifts.get(edit) ?? 0;
    return { ...edit, selectStart: edit.selectStart + by, selectEnd: edit.selectEnd + by };
  });
}
