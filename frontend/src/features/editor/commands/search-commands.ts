import type { Command } from './command';

/** The commands whose name or alias holds every word of the query; those whose name begins with it come first. */
export function searchCommands(
  commands: readonly Command[],
  query: string,
  nameOf: (command: Command) => string,
): Command[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  if (words[0] === '') return [...commands];
  const rank = (command: Command) => {
    const name = nameOf(command).toLowerCase();
    if (name.startsWith(words[0] ?? '')) return 0;
    return command.alias.split(' ').some((alias) => alias.startsWith(words[0] ?? '')) ? 1 : 2;
  };
  return commands
    .filter((command) => {
      const all = `${nameOf(command)} ${command.alias}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .map((command) => ({ command, rank: rank(command) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}
