import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../../ui/states/toast';
import { useLibrary } from '../library/library-context';
import { TaskContext } from '../tasks/task-context';
import { focusTreeIfLost } from '../tree/tree-focus';
import type { StepFacts, UndoStep } from './undo-steps';

/** An undo or redo by a key that takes away more articles than these asks first: it may have been meant for the text. */
const UNASKED_MAX = 5;
const TOAST = 'undo-last';

interface UndoKeys {
  /** Takes the last step back, or asks whether to. */
  undo: () => void;
  /** Takes a step back and says so, with a way to have it again. */
  undoNow: (step: UndoStep) => void;
  /** Does again what was undone last, or asks whether to. */
  redo: () => void;
  /** Does again what was undone last and says so, with a way to take it back. */
  redoNow: () => void;
}

/** What the undo keys of the list do. */
export function useUndoLast(): UndoKeys {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const openTask = useContext(TaskContext);
  const undoNow = (step: UndoStep) => {
    step.undo().then(
      () => {
        const { label } = step;
        toast.success(label === '' ? t('pane.undone') : t('pane.undoneWhat', { what: label }), {
          id: TOAST,
          ...(library.steps.lastUndone !== null && {
            action: { label: t('pane.redo'), onSelect: redoNow },
          }),
        });
        focusTreeIfLost();
      },
      () => undefined,
    );
  };
  const redoNow = () => {
    library.steps.redoLast().then(
      (step) => {
        if (step === null) {
          toast.note(t('tree.nothingToRedo'), { id: TOAST });
          return;
        }
        const { label } = step;
        toast.success(label === '' ? t('pane.redone') : label, {
          id: TOAST,
          action: { label: t('pane.undo'), onSelect: () => undoNow(step) },
        });
        focusTreeIfLost();
      },
      () => undefined,
    );
  };
  // A key may follow a change that is still being written.
  const undo = async () => {
    await library.whenIdle();
    const step = library.steps.last;
    if (step === null) {
      toast.note(t('tree.nothingToUndo'), { id: TOAST });
      return;
    }
    if (isAsked(step.facts, step.facts.nTaken)) openTask({ kind: 'undo', step });
    else undoNow(step);
  };
  const redo = async () => {
    await library.whenIdle();
    const step = library.steps.lastUndone;
    if (step !== null && isAsked(step.facts, step.facts.nRetaken)) openTask({ kind: 'redo', step });
    else redoNow();
  };
  return { undo: () => void undo(), undoNow, redo: () => void redo(), redoNow };
}

function isAsked({ isWhole = false }: StepFacts, nTaken = 0): boolean {
  return isWhole || nTaken > UNASKED_MAX;
}
