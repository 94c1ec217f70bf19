import type { Command } from './command';
import { surround } from './surround';

export const italic: Command = {
  id: 'italic',
  labelKey: 'command.italic',
  keys: 'mod+i',
  run: (selected, context) => surround(selected, '*', context.placeholder('italic')),
};
