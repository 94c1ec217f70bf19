import type { ScrollPane } from '../preview/scroll-sync';

/** The source lines at the upper edges of both panes; null while a pane is missing. */
export function lineDifference(
  source: ScrollPane | null,
  preview: ScrollPane | null,
): { source: number; preview: number } | null {
  if (source === null || preview === null) return null;
  return {
    source: source.lines().lineAt(source.port().scrollTop),
    preview: preview.lines().lineAt(preview.port().scrollTop),
  };
}
