/** What is being written that a list can complete. Lengths in UTF-16 units. */
export interface SuggestTrigger {
  kind: 'command' | 'language';
  /** How much before the cursor the choice replaces. */
  length: number;
  /** What the list is filtered by. */
  query: string;
}

/** A slash as Latin and Chinese keyboards type it, at the start of the text of a line or after a space. */
const COMMAND = /(?:^|\s)([/／、]([^\s/／、]{0,24}))$/;
const LANGUAGE = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))*[ \t]*(?:`{3,}|~{3,})([\w+#.-]*)$/;

/** What the text of a line up to the cursor asks for, or null. */
export function suggestTrigger(lineBefore: string): SuggestTrigger | null {
  const language = LANGUAGE.exec(lineBefore);
  if (language !== null) {
    const query = language[1] ?? '';
    return { kind: 'language', length: query.length, query };
  }
  const command = COMMAND.exec(lineBefore);
  if (command?.[1] === undefined) return null;
  return { kind: 'command', length: command[1].length, query: command[2] ?? '' };
}
