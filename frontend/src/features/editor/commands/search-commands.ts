import { words as chinese } from '../../../i18n/locales/chinese';
import { foldText } from '../../../lib/text/fold-text';
import { searchNames } from '../../../lib/text/name-search';
import { hasLetters, syllables } from '../../../lib/text/pinyin';
import type { Command } from './command';

/** Fewer letters, with others left out between them, mean anything. */
const SKETCH_MIN_CHARS = 3;

/**
 * The commands that a query means, the best fit first. `nameOf`: the name in the language of the interface; Chinese
 * names, pinyin and English find them in every language. When none fits, some letters of a name do, as in `fzmd`.
 */
export function searchCommands(
  commands: readonly Command[],
  query: string,
  nameOf: (command: Command) => string,
): Command[] {
  const found = searchNames(commands, query, (command) => ({
    name: nameOf(command),
    alias: command.alias,
    otherName: chinese.tools.command[command.id],
  }));
  const letters = foldText(query).replace(/\s+/g, '');
  if (found.length > 0 || letters.length < SKETCH_MIN_CHARS) return found;
  return commands.filter((command) =>
    [nameOf(command), chinese.tools.command[command.id]].some((name) =>
      hasLetters(syllables(foldText(name)), letters),
    ),
  );
}
