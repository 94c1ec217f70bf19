import type { UnchangedText } from '../../lib/text/text-change';
import type { ScrollPane } from './preview/scroll-sync';

/** The text and what is selected of it; offsets in UTF-16 units, `start` ≤ `end`. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** One replacement, and what is selected after it (offsets in the new text). */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  selectStart: number;
  selectEnd: number;
}

/** The cursor on the screen, in pixels from the upper left corner of the window. */
export interface CursorBox {
  left: number;
  top: number;
  bottom: number;
}

/** What a source editor says. */
export interface SourceWords {
  ariaLabel: string;
  /** How the keyboard leaves the text where Tab indents it; screen readers say it. */
  tabHint: string;
  /** Shown while there is no text. */
  placeholder: string;
}

/** The pane where the author writes: Monaco, or a plain text box until it is there. */
export interface SourceEditor extends ScrollPane {
  /** What is selected now. */
  selected(): Selected;
  /** The line of the cursor up to the cursor; null while something is selected. */
  lineBefore(): string | null;
  /** Where the cursor is on the screen, in pixels of the window; null when it is not shown. */
  cursorBox(): CursorBox | null;
  /** The offset of the text at a point of the window; null where there is none. */
  offsetAt(x: number, y: number): number | null;
  /** Makes one edit as one undo step. */
  apply(edit: Edit): void;
  /**
   * Makes an edit at each selection, as one undo step. Where the edits meet, or one of several selections gets none, the
   * main selection is edited alone. False when it gets none either.
   */
  applyEach(editOf: (selected: Selected) => Edit | null): boolean;
  /** Makes an edit at each selection, as one undo step. False, and nothing is changed, where one gets none or edits meet. */
  applyToAll(editOf: (selected: Selected) => Edit | null): boolean;
  /** Replaces a part without moving cursor, focus or scroll, as one undo step. */
  splice(from: number, to: number, insert: string): void;
  /** Takes the last step back, as the keyboard does; nothing where there is none. */
  undo(): void;
  /** Makes the step again that was taken back last. */
  redo(): void;
  /** Replaces the whole text as one undo step. */
  replaceAll(text: string): void;
  /** Replaces what differs as one undo step; focus, cursor and scroll stay. */
  change(text: string): void;
  /**
   * Shows another document. One that was open before gets its cursor and its undo steps back, where possible; in others
   * the cursor begins behind the front matter.
   */
  open(key: string, text: string): void;
  setReadOnly(isReadOnly: boolean): void;
  /** The interface speaks another language now. */
  setWords(words: SourceWords): void;
  /** Puts the cursor at the start of a line (1-based) and shows it. */
  goToLine(line: number): void;
  /** Selects a part and shows it. */
  select(from: number, to: number): void;
  /** Opens find, or find and replace. */
  find(withReplace: boolean): void;
  focus(): void;
  dispose(): void;
}

/** Callbacks of a source editor. */
export interface SourceHost {
  /** The text is another one. `unchanged`: what the edit has left alone of the text before, where that is known. */
  onText(text: string, unchanged?: UnchangedText): void;
  /** Cursor or selection moved. */
  onSelection(): void;
  /** The author wants to find something, and the editor itself cannot. */
  onFind(withReplace: boolean): void;
}
