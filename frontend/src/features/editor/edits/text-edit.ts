import type { Edit, Selected } from '../source-editor';

/** Placeholder words, which the author replaces. */
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

/** Gives the words of a placeholder, in the language of the interface. */
export type PlaceholderWords = (of: Placeholder) => string;

/** Makes one edit of what is selected; null when there is nothing to do. */
export type TextEdit = (selected: Selected, wordsFor: PlaceholderWords) => Edit | null;
