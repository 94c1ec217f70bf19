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

/** Words that stand in the text until the author writes others. */
export type Placeholder =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'underline'
  | 'mark'
  | 'link'
  | 'code'
  | 'tip'
  | 'footnote'
  | 'diagram'
  | 'fold'
  | 'foldBody';

/** What commands may ask of the app. */
export interface CommandContext {
  /** Words for an empty selection, in the language of the interface. */
  placeholder(of: Placeholder): string;
  /** The engine's tidying of a whole text. */
  formatSource(text: string): string;
}

/** The edit, or null when there is nothing to do. */
export type Command = (selected: Selected, context: CommandContext) => Edit | null;
