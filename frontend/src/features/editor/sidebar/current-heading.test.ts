import { expect, test } from 'vitest';
import { currentHeading } from './current-heading';

const headings = [3, 9, 20].map((line) => ({ level: 1, text: '', id: '', line }));

test('a_line_belongs_to_the_last_heading_above_it', () => {
  expect([1, 3, 8, 9, 100].map((line) => currentHeading(headings, line))).toEqual([-1, 0, 0, 1, 2]);
});
