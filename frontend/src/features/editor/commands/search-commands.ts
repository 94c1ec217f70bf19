import { searchNames } from '../../../lib/name-search';
import type { Command } from './command';

/** The commands that a query means, by name, English or pinyin, the best fit first. */
export function searchCommands(
  commands: readonly Command[],
  query: string,
  nameOf: (command: Command) => string,
): Command[] {
  return searchNames(commands, query, (command) => ({
    name: nameOf(command),
    alias: command.alias,
  }));
}
