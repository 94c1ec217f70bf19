import { words as chinese } from '../../../i18n/locales/chinese';
import { searchNames } from '../../../lib/name-search';
import type { Command } from './command';

/**
 * The commands that a query means, the best fit first. `nameOf`: the name in the language of the interface; Chinese
 * names, pinyin and English find them in every language.
 */
export function searchCommands(
  commands: readonly Command[],
  query: string,
  nameOf: (command: Command) => string,
): Command[] {
  return searchNames(commands, query, (command) => ({
    name: nameOf(command),
    alias: command.alias,
    otherName: chinese.tools.command[command.id],
  }));
}
