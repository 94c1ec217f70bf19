import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { crates } from './licenses.mjs';

describe('the crates of a release', () => {
  it('include libraries in C, with their licenses', () => {
    const found = crates().filter(({ name }) => /^(openssl-src|pq-src) /.test(name));
    assert.equal(found.length, 2);
    for (const { name, more } of found) {
      assert.ok(existsSync(more), name);
    }
  });

  it('leave out what only tests use', () => {
    assert.ok(!crates().some(({ name }) => name.startsWith('proptest ')));
  });
});
