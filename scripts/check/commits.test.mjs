import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from './commits.mjs';

test('a subject with a scope and an imperative is right up to 72 characters', () => {
  for (const subject of [
    'engine: keep footnote order',
    'console, site: pass what is typed on',
    'scripts: embed the frontend',
    'mail: address readers by their names',
    `docs: ${'a'.repeat(66)}`,
  ]) {
    assert.deepEqual(problemsOf(subject), [], subject);
  }
});

test('a subject that is too long, without a scope or in another form is named', () => {
  for (const [subject, problem] of [
    [`docs: ${'a'.repeat(67)}`, /73 characters/],
    ['Keep footnote order', /scope/],
    ['engine: keeps footnote order', /imperative/],
    ['engine: changed footnote order', /imperative/],
    ['engine: keeping footnote order', /imperative/],
    ['engine: the order of footnotes', /imperative/],
    ['engine: one order of footnotes', /imperative/],
    ['engine: what footnotes say', /imperative/],
  ]) {
    const found = problemsOf(subject);
    assert.equal(found.length, 1, subject);
    assert.match(found[0], problem);
  }
});
