import type { Edit, Selected } from '../../source-editor';
import { indentItems } from './indent';
import { walkLink } from './link-parts';
import { walkCells } from './table-cells';

export { enter, lineBreak } from './enter';
export { cut, deleteLines, erase, eraseSelection } from './erase';
export { moveItems } from './move-lines';
export { afterComposition, isPairSign, typeSign } from './pairs';
export { breakInCell } from './table-cells';

/** What Tab does in links, items and tables; null elsewhere, where it keeps its meaning. */
export function tab(selected: Selected, isBack: boolean): Edit | null {
  return (
    (isBack ? null : walkLink(selected)) ??
    walkCells(selected, isBack ? 'previous' : 'next') ??
    indentItems(selected, isBack ? 'out' : 'in')
  );
}
