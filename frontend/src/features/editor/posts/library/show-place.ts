import { useEffect } from 'react';
import type { TextPlace } from '../../../../lib/text/text-search';
import { takeTabPlace } from '../../../../storage/selection';
import type { Workbench } from '../../workbench';

/** Selects a place of the open text, or goes to the text as it is. */
export function showPlace({ store, source, text }: Workbench, place?: TextPlace): void {
  store.set({ mobilePane: 'edit' });
  if (source === null) return;
  if (place !== undefined) {
    const above = text.split('\n', place.line - 1);
    const from = above.reduce((sum, line) => sum + line.length + 1, place.column);
    source.select(from, from + place.found.length);
  }
  source.focus();
}

/** Leads to the place that the article was opened for from another page, as soon as there is an editor. */
export function useTabPlace(workbench: Workbench): void {
  useEffect(() => {
    const { post } = workbench;
    const place = takeTabPlace(post?.id ?? null);
    if (place === null) return;
    void workbench.view.sourceReady.then(() => {
      if (workbench.post?.id === post?.id) showPlace(workbench, place);
    });
  }, [workbench]);
}
