/** What an event of a key or an input says of input methods. */
interface Composing {
  isComposing: boolean;
  /** Of keys. */
  keyCode?: number;
}

/** What browsers give as the code of a key that an input method takes. */
const INPUT_METHOD_KEY = 229;

/**
 * Whether a key or an input belongs to a word that an input method is composing: Enter then takes the word, Escape
 * gives it up.
 *
 * Safari ends the composition before it tells of the key that ended it; only the key's code says so there.
 */
export function isComposition({ isComposing, keyCode }: Composing): boolean {
  return isComposing || keyCode === INPUT_METHOD_KEY;
}
