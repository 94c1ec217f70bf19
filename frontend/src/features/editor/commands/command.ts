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

export type CommandId = 'bold' | 'italic' | 'heading' | 'link' | 'code' | 'format';

/** What commands may ask of the app. */
export interface CommandContext {
  /** Words for an empty selection, in the language of the interface. */
  placeholder(of: 'bold' | 'italic' | 'link' | 'code'): string;
  /** The engine's tidying of a whole text. */
  formatSource(text: string): string;
}

/** One action on the text. */
export interface Command {
  id: CommandId;
  /** Key of its name on screen. */
  labelKey: `command.${CommandId}`;
  /** Shortcut: `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string;
  /** The edit, or null when there is nothing to do. */
  run(selected: Selected, context: CommandContext): Edit | null;
}
