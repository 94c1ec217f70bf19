// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as exporter from './pkg/export/moyan_export.js';
import type { Exported, Slot } from './types';

test('a_slot_that_failed_comes_back_as_it_was_found_with_the_reason', () => {
  exporter.initSync({
    module: readFileSync(path.join(import.meta.dirname, 'pkg/export/moyan_export_bg.wasm')),
  });
  const html =
    '<section class="article"><span class="math-inline" data-tex="x^{">x^{</span></section>';
  const slots = exporter.slots(html) as Slot[];
  expect(slots).toHaveLength(1);
  const { findings } = exporter.exportArticle({
    target: 'wechat',
    html,
    css: '',
    fills: slots.map((slot) => ({ slot, error: 'expected }' })),
    title: '',
    language: 'en',
  }) as Exported;
  expect(findings).toEqual([{ key: 'export.slot.failed', detail: 'expected }', slot: slots[0] }]);
});
