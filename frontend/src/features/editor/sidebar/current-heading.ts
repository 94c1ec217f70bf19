import type { Heading } from '../../../engine/types';

/** Index of the heading whose section holds `line`, -1 before the first one. */
export function currentHeading(headings: readonly Heading[], line: number): number {
  let current = -1;
  headings.forEach((heading, index) => {
    if (heading.line <= line) current = index;
  });
  return current;
}
