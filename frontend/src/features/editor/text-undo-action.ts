import { errorText } from '../../i18n/error-text';
import { toast } from '../../ui/states/toast';
import type { TextUndo } from './workbench/text-undo';

/** The undo button of a toast about a change of a whole text. A failure is told in a toast of its own. */
export function textUndoAction(
  undo: TextUndo,
  label: string,
  t: Parameters<typeof errorText>[0],
): { label: string; onSelect: () => void } {
  return {
    label,
    onSelect: () => {
      undo().catch((error: unknown) => toast.failure(errorText(t, error), { id: 'undo' }));
    },
  };
}
