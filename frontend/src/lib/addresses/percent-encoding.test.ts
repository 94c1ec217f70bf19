import { expect, test } from 'vitest';
import { decodeAddress, decodePart } from './percent-encoding';

test('a_part_is_decoded_and_an_address_keeps_what_separates_its_parts', () => {
  expect(decodePart('%E5%9B%BE%2F1.png')).toBe('图/1.png');
  expect(decodeAddress('%E5%9B%BE%2F1.png')).toBe('图%2F1.png');
});

test('a_text_with_a_stray_percent_sign_stays_as_it_is', () => {
  expect(decodePart('100%.md')).toBe('100%.md');
  expect(decodeAddress('100%.md')).toBe('100%.md');
});
