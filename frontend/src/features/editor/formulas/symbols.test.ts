import { expect, test } from 'vitest';
import { SYMBOLS, symbolLook } from './symbols';

test('a_fraction_on_its_button_has_both_parts', () => {
  expect(symbolLook('\\frac{□}{}')).toBe('\\frac{a}{b}');
});

test('no_button_shows_an_empty_place', () => {
  for (const symbol of Object.values(SYMBOLS).flat()) {
    expect(symbolLook(symbol)).not.toMatch(/□|\{\}/);
  }
});
