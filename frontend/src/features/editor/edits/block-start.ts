import { lineMarks } from './typing/line-marks';

const BLOCK = /^(?:#{1,6} |```|~~~|\$\$|:::|\|.*\||(?:[-*_] ?){3,}$|<(?:section|div|table|mp-))/;

/** Whether a line begins a block of its own, such as an item, a heading or a table. */
export function isBlockStart(line = ''): boolean {
  return lineMarks(line).length > 0 || BLOCK.test(line);
}
