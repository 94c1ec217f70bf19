import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { hex, sha256 } from './sha256';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['with', 'without'])(
  'bytes_of_any_length_are_hashed_%s_a_secure_context',
  async (how) => {
    if (how === 'without') vi.stubGlobal('crypto', {});
    for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length) % 256);
      const expected = createHash('sha256').update(bytes).digest('hex');
      expect(hex(await sha256(bytes)), `${length} bytes`).toBe(expected);
    }
  },
);
