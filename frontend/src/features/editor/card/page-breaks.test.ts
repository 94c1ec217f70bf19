import { expect, test } from 'vitest';
import { pageBreaks } from './page-breaks';

test('a_page_ends_where_something_ends', () => {
  expect(pageBreaks([90, 40, 180], 200, 100)).toEqual([0, 90, 180]);
  expect(pageBreaks([90], 80, 100)).toEqual([0]);
});

test('what_is_higher_than_a_page_is_cut', () => {
  expect(pageBreaks([250], 250, 100)).toEqual([0, 100, 200]);
  expect(pageBreaks([10], 150, 100)).toEqual([0, 100]);
});
