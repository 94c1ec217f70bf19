import { expect, test } from 'vitest';
import { decodeZipName, unicodePath } from './zip-names';

test.each([
  [[0xb2, 0xe2, 0xca, 0xd4, 0x2e, 0x6d, 0x64], '测试.md'],
  [[0x86, 0xb4], '喆'],
  [[0xe6, 0xb5, 0x8b], '测'],
  [[0x63, 0x61, 0x66, 0x82, 0x2e, 0x6d, 0x64], 'café.md'],
  [[0x9a, 0x62, 0x65, 0x72], 'Über'],
  [[0x61, 0x2e, 0x6d, 0x64], 'a.md'],
])('the_name_in_%j_is_read_as_%s', (bytes, name) => {
  expect(decodeZipName(Uint8Array.from(bytes))).toBe(name);
});

test('a_unicode_name_counts_only_with_the_check_sum_of_the_other_one', () => {
  const name = [...new TextEncoder().encode('测')];
  const extra = Uint8Array.from([1, 0, 0, 0, 0x75, 0x70, 8, 0, 1, 7, 0, 0, 0, ...name]);
  expect(unicodePath(extra, 7)).toBe('测');
  expect(unicodePath(extra, 8)).toBeNull();
  expect(unicodePath(extra.subarray(0, 15), 7)).toBeNull();
});
