import type { Command } from './command';
import { surround } from './surround';

export const bold: Command = {
  id: 'bold',
  labelKey: 'command.bold',
  keys: 'mod+b',
  run: (selected, context) => surround(selected, '**', context.placeholder('bold')),
};
