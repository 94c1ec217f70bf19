import type { Workbench } from './workbench';

/**
 * What was filled in dialogs of one kind and not put into the text, by what it is for. It is gone with the page.
 *
 * A dialog that is closed in passing is found again as it was.
 */
export function dialogDrafts<T>(): (workbench: Workbench) => Map<string, T> {
  const drafts = new WeakMap<Workbench, Map<string, T>>();
  return (workbench) => {
    const known = drafts.get(workbench) ?? new Map<string, T>();
    drafts.set(workbench, known);
    return known;
  };
}

/** What a dialog is for: something new, or this part of the open article. */
export function draftKey(
  workbench: Workbench,
  text: string,
  found: { from: number; to: number } | null,
): string {
  if (found === null) return '';
  const part = text.slice(found.from, found.to);
  const nAlikeBefore = text.slice(0, found.from).split(part).length;
  return `${workbench.post?.id} ${nAlikeBefore} ${part}`;
}
