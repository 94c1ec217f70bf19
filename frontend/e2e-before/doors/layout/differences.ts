import type { Block, Part } from './measured';

/** Pixels by which a box or a letter may stand elsewhere. */
const TOLERANCE_PX = 2;
/** By how many pixels letters that are whole pixels wide may be off together. */
const DRIFT_PX = 8;

const SIDES = ['left', 'top', 'right', 'bottom'] as const;
type Side = (typeof SIDES)[number];

/** What an engine does in its own way. */
export interface Own {
  /** Letters are whole pixels wide: behind many that are not by their font, a letter is some pixels off. */
  hasWholeLetters: boolean;
}

/** Where blocks are not laid out as expected: the article, the block and the first part that stands elsewhere. */
export function differences(
  expected: readonly Block[],
  found: readonly Block[],
  own: Own,
): string[] {
  const problems: string[] = [];
  if (expected.length !== found.length) {
    problems.push(`${found.length} blocks instead of ${expected.length}`);
  }
  let article = '';
  for (const [index, block] of expected.entries()) {
    const other = found[index];
    if (block.name.startsWith('〔')) article = block.name;
    const problem = other === undefined ? undefined : ofBlock(block, other, own);
    if (problem !== undefined)
      problems.push(`${article}, ${JSON.stringify(block.name)}: ${problem}`);
  }
  return problems;
}

function ofBlock(block: Block, other: Block, own: Own): string | undefined {
  const names = (parts: readonly Part[]) => parts.map(({ name }) => name).join(' ');
  if (names(block.parts) !== names(other.parts)) {
    return `${names(other.parts)} instead of ${names(block.parts)}`;
  }
  for (const side of ['left', 'width', 'height'] as const) {
    if (Math.abs(other[side] - block[side]) > TOLERANCE_PX) {
      return `its ${side} is ${other[side]} instead of ${block[side]}`;
    }
  }
  // How far the last letter is off to the right.
  let drift = 0;
  for (const [index, part] of block.parts.entries()) {
    const there = other.parts[index] as Part;
    const isLetter = part.right === undefined;
    const off = (side: Side) => (there[side] ?? 0) - (part[side] ?? 0);
    const isDrift = (side: Side) =>
      own.hasWholeLetters &&
      (side === 'left' || side === 'right') &&
      Math.abs(off(side) - drift) <= TOLERANCE_PX &&
      Math.abs(off(side)) <= DRIFT_PX;
    const side = SIDES.find((one) => Math.abs(off(one)) > TOLERANCE_PX && !isDrift(one));
    if (side !== undefined) {
      return `${part.name}, part ${index + 1} of ${block.parts.length}, has its ${side} edge at ${there[side]} instead of ${part[side]}`;
    }
    if (isLetter) drift = off('left');
  }
  return undefined;
}
