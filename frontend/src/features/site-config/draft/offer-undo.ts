import { newId } from '../../../lib/new-id';
import { toast } from '../../../ui/states/toast';
import type { AnyDraft } from './use-draft';

/** Says what was done last and offers to undo it: the same step that the bar undoes, and only while it is the last. */
export function offerUndo(draft: AnyDraft, text: string, label: string): void {
  const id = newId();
  const { value } = draft.get();
  const isLast = () => draft.get().value === value;
  toast.success(text, { id, action: { label, onSelect: () => isLast() && draft.undo() } });
  const stop = draft.subscribe(() => {
    if (isLast()) return;
    stop();
    toast.dismiss(id);
  });
}
