import { bold } from './bold';
import { code } from './code';
import type { Command } from './command';
import { format } from './format';
import { heading } from './heading';
import { italic } from './italic';
import { link } from './link';

/** Every command, in the order of the toolbar. */
export const commands: readonly Command[] = [bold, italic, heading, link, code, format];
