/** Where the cursor stood before the edits of a text box. */
interface Carets {
  /** An edit is about to be made: it puts `insert` in the place of `from` to `to`. */
  add(from: number, to: number, insert: string): void;
  /** Another text has come, whose edits are its own. */
  clear(): void;
  stop(): void;
}

/** An edit as the browser knows it, and what was selected before it. Offsets in UTF-16 units. */
interface Made {
  from: number;
  to: number;
  length: number;
  start: number;
  end: number;
}

/** The browsers keep as many steps of undo, or fewer. */
const STEPS_MAX = 1000;

/**
 * Puts the cursor back where it stood before an edit when the edit is undone.
 *
 * The browser selects what the undo has brought back, and the next letter would replace it. It tells no step, so an
 * edit is known by what is selected and by the length of the text.
 */
export function rememberCarets(box: HTMLTextAreaElement): Carets {
  let edits: Made[] = [];
  const handleInput = (event: Event) => {
    if ((event as InputEvent).inputType !== 'historyUndo') return;
    const { selectionStart: from, selectionEnd: to } = box;
    const { length } = box.value;
    const undone = edits.findLast(
      (edit) => edit.from === from && edit.to === to && edit.length === length,
    );
    if (undone !== undefined) box.setSelectionRange(undone.start, undone.end);
  };
  box.addEventListener('input', handleInput);
  return {
    add(from, to, insert) {
      if (from === to && insert === '') return;
      const { selectionStart: start, selectionEnd: end, value } = box;
      edits = [...edits, { from, to, length: value.length, start, end }].slice(-STEPS_MAX);
    },
    clear() {
      edits = [];
    },
    stop: () => box.removeEventListener('input', handleInput),
  };
}
