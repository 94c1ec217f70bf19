import type { MarkdownTable } from '../edits/markdown-table';
import type { Workbench } from '../workbench';

const drafts = new WeakMap<Workbench, Map<string, MarkdownTable>>();

/** The tables of a page that were typed and not inserted, by what they are for. They are gone with the page. */
export function tableDraftsOf(workbench: Workbench): Map<string, MarkdownTable> {
  const known = drafts.get(workbench) ?? new Map<string, MarkdownTable>();
  drafts.set(workbench, known);
  return known;
}
