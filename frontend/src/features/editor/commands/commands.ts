import type { Words } from '../../../i18n/types';
import { articleCommands } from './article';
import type { Command, CommandId } from './command';
import { insertCommands } from './insert';
import { libraryCommands } from './library';
import { paragraphCommands } from './paragraph';
import { textCommands } from './text';
import { viewCommands } from './view';

interface CommandGroup {
  /** Its words are in `tools.json`, below `group`. */
  name: keyof Words['tools']['group'];
  commands: readonly Command[];
}

/** The groups of the palette and of the list of shortcuts, in their order. */
export const commandGroups: readonly CommandGroup[] = [
  { name: 'text', commands: textCommands },
  { name: 'paragraph', commands: paragraphCommands },
  { name: 'insert', commands: insertCommands },
  { name: 'article', commands: articleCommands },
  { name: 'library', commands: libraryCommands },
  { name: 'view', commands: viewCommands },
];

/** Every command, in the order of the groups. */
export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands);

/** The commands of the slash menu: first what is inserted, in the order of the + menu. */
export const slashCommands: readonly Command[] = [
  ...insertCommands,
  ...commands.filter((command) => !insertCommands.includes(command)),
].filter((command) => command.isSlash);

/** The command of this name. */
export function commandOf(id: CommandId): Command {
  const found = commands.find((command) => command.id === id);
  if (found === undefined) throw new Error(`no command ${id}`);
  return found;
}
