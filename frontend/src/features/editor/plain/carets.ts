/** Where the cursor stood before and after the edits of a text box. */
interface Carets {
  /** An edit is about to be made: it puts `insert` in the place of `from` to `to`, and `after` is selected then. */
  add(from: number, to: number, insert: string, after: Range): void;
  /** Another text has come, whose edits are its own. */
  clear(): void;
  stop(): void;
}

/** What is selected, offsets in UTF-16 units. */
interface Range {
  start: number;
  end: number;
}

/** One side of an edit: what the browser selects when it comes to it, in a text of this length, and what it should. */
interface Side {
  shown: Range;
  length: number;
  wanted: Range;
}

/** The browsers keep as many steps of undo, or fewer. */
const STEPS_MAX = 1000;

/**
 * Puts the cursor back where it stood before an edit when the edit is undone, and after it when it is made again.
 *
 * The browser selects what the undo has brought back, and the next letter would replace it. It tells no step, so an
 * edit is known by what is selected and by the length of the text.
 */
export function rememberCarets(box: HTMLTextAreaElement): Carets {
  let edits: Record<'historyUndo' | 'historyRedo', Side>[] = [];
  const handleInput = (event: Event) => {
    const { inputType } = event as InputEvent;
    if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return;
    const { selectionStart, selectionEnd, value } = box;
    const isHere = ({ shown, length }: Side) =>
      shown.start === selectionStart && shown.end === selectionEnd && length === value.length;
    const side = edits.findLast((edit) => isHere(edit[inputType]))?.[inputType];
    if (side !== undefined) box.setSelectionRange(side.wanted.start, side.wanted.end);
  };
  box.addEventListener('input', handleInput);
  return {
    add(from, to, insert, after) {
      if (from === to && insert === '') return;
      const { selectionStart: start, selectionEnd: end, value } = box;
      const last = from + insert.length;
      const made = {
        historyUndo: {
          shown: { start: from, end: to },
          length: value.length,
          wanted: { start, end },
        },
        historyRedo: {
          shown: { start: last, end: last },
          length: value.length - (to - from) + insert.length,
          wanted: after,
        },
      };
      edits = [...edits, made].slice(-STEPS_MAX);
    },
    clear() {
      edits = [];
    },
    stop: () => box.removeEventListener('input', handleInput),
  };
}
