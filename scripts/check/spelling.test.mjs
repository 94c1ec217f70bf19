import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spellingsIn } from './spelling.mjs';

const words = (text) => spellingsIn(text).map(({ word }) => word);

test('British spellings are found wherever they stand', () => {
  const text = '// A coloured box in the centre.\nfn deserialise() {}\n';
  assert.deepEqual(spellingsIn(text), [
    { line: 1, word: 'coloured' },
    { line: 1, word: 'centre' },
    { line: 2, word: 'deserialise' },
  ]);
});

test('American spellings and words that only look British are left alone', () => {
  assert.deepEqual(words('colored, centered, sanitizer, canceled, cancellation, emphasis'), []);
  assert.deepEqual(words('promise, optimist, analysis, organism, customs, finalist'), []);
});

test('sizes are in KB', () => {
  assert.deepEqual(words('At most 256 kB, or 256 KB at 700 kbit/s; " kB"'), ['kB']);
});

test('a quoted word is data', () => {
  assert.deepEqual(words(`["--colour", 'grey', "behaviour"]`), []);
});
