// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sanitizeDrawing } from './sanitize-drawing';

const corpus: { name: string; diagram?: string }[] = JSON.parse(
  readFileSync('../engine-wasm/export/tests/fixtures/hostile/corpus.json', 'utf8'),
);

test('nothing_active_is_left_in_a_drawing', () => {
  const drawings = corpus.flatMap(({ diagram }) => diagram ?? []);
  expect(drawings.length).toBeGreaterThan(5);
  for (const drawing of drawings) {
    const html = sanitizeDrawing(drawing);
    expect(html).toMatch(/^<svg/);
    expect(html).not.toMatch(/<script|<iframe|\son\w+=|"javascript:|url\(\/\/|@import/i);
  }
});

test('a_drawing_keeps_its_look_and_labels', () => {
  const svg =
    '<svg id="d" viewBox="0 0 9 9"><g transform="scale(2)"><rect width="9" height="9"></rect><text>甲</text></g></svg>';
  expect(sanitizeDrawing(svg)).toBe(svg);
});
