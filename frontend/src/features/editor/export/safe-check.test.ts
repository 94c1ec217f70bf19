import { expect, test } from 'vitest';
import type { Slot } from '../../../engine/types';
import { checkItems, groupItems, signatureOf } from './safe-check';

const lines = {
  text: '一\n\n![](a.webp)\n\n$x^{2$\n',
  blocks: [{ html: '<p>3</p>' }],
  startLines: [1],
};
const formula: Slot = { kind: 'math', display: false, source: 'x^{2' };
const nothing = { html: '', findings: [], unfilled: [], nPictures: 0 };

test('serious_findings_come_first_with_their_lines', () => {
  const items = checkItems(
    {
      ...nothing,
      findings: [
        { key: 'export.link.external', detail: '3' },
        { key: 'export.image.webp', detail: 'a.webp' },
      ],
    },
    lines,
  );
  expect(items.map(({ key, line, isSerious }) => [key, line, isSerious])).toEqual([
    ['export.image.webp', 3, true],
    ['export.link.external', null, false],
  ]);
});

test('a_slot_that_was_not_filled_is_named_once_with_line_and_cause', () => {
  const cause = new Error('expected }');
  const items = checkItems(
    {
      ...nothing,
      findings: [{ key: 'export.slot.failed', detail: 'expected }', slot: formula }],
      unfilled: [{ slot: formula, error: cause }],
    },
    lines,
  );
  expect(items).toEqual([{ key: 'slot.math', detail: 'x^{2', cause, line: 5, isSerious: true }]);
});

test('a_slot_whose_content_the_export_refused_is_named_with_its_line', () => {
  const findings = [{ key: 'export.slot.failed', detail: '', slot: formula }];
  const other: Slot = { ...formula, display: true };
  const unfilled = [{ slot: other, error: new Error('expected }') }];
  const items = checkItems({ ...nothing, findings, unfilled }, lines);
  expect(items.map(({ key, detail, line }) => [key, detail, line])).toEqual([
    ['slot.math', 'x^{2', 5],
    ['slot.math', 'x^{2', 5],
  ]);
});

test('a_slot_with_a_long_source_is_named_once', () => {
  const slot: Slot = { ...formula, source: 'x'.repeat(500) };
  const findings = [
    { key: 'export.slot.failed', detail: 'offline', slot: { ...slot, lang: null } },
  ];
  const items = checkItems(
    { ...nothing, findings, unfilled: [{ slot, error: new Error('offline') }] },
    lines,
  );
  expect(items).toHaveLength(1);
});

test('code_without_colors_is_no_reason_to_stop', () => {
  const slot: Slot = { kind: 'code', lang: 'js', display: false, source: 'let a' };
  const items = checkItems({ ...nothing, unfilled: [{ slot, error: new Error('x') }] }, lines);
  expect(items[0]?.isSerious).toBe(false);
  expect(signatureOf(items)).toBe('');
});

test('pictures_of_diagrams_are_a_note_and_the_authors_own_data_is_not', () => {
  const findings = [{ key: 'export.image.data', detail: 'data:image/png;base64,AAAA' }];
  const made = checkItems({ ...nothing, findings, nPictures: 1 }, lines);
  expect(made.map(({ key }) => key)).toEqual(['export.image.picture']);
  const own = checkItems(
    { ...nothing, findings, nPictures: 1 },
    { ...lines, text: '![](data:image/png;base64,AAAA)' },
  );
  expect(own.map(({ key }) => key)).toEqual(['export.image.data', 'export.image.picture']);
});

test('items_of_the_same_words_stand_together', () => {
  const findings = ['a.webp', 'b.webp'].map((detail) => ({ key: 'export.image.webp', detail }));
  const items = checkItems(
    { ...nothing, findings: [{ key: 'export.link.external', detail: '1' }, ...findings] },
    lines,
  );
  expect(groupItems(items).map((group) => group.map(({ detail }) => detail))).toEqual([
    ['a.webp', 'b.webp'],
    ['1'],
  ]);
});

test('data_of_pictures_makes_no_article_too_long', () => {
  const findings = [{ key: 'export.size', detail: '30000' }];
  const picture = `<img src="data:image/png;base64,${'A'.repeat(30_000)}">`;
  expect(checkItems({ ...nothing, html: picture, findings }, lines)).toEqual([]);
});

test('the_size_is_that_of_what_is_copied', () => {
  const findings = [{ key: 'export.size', detail: '20941' }];
  const html = '字'.repeat(21_105);
  const [size] = checkItems({ ...nothing, html, findings }, lines);
  expect(size).toMatchObject({ key: 'export.size', detail: '21105' });
  // Formulas that were filled in have made it too long.
  expect(checkItems({ ...nothing, html }, lines)).toHaveLength(1);
});

test('links_whose_addresses_are_listed_lose_nothing', () => {
  const findings = [{ key: 'export.link.external', detail: '3' }];
  expect(checkItems({ ...nothing, findings }, lines, true)).toEqual([]);
});

test('diagrams_that_could_not_become_images_are_a_note_with_the_reason', () => {
  const cause = new Error('noise');
  expect(checkItems({ ...nothing, notPictured: cause }, lines)).toEqual([
    { key: 'export.image.drawing', detail: '', cause, line: null, isSerious: false },
  ]);
});

test('an_image_beside_a_file_that_was_imported_is_told_from_one_of_this_site', () => {
  const keys = (detail: string) =>
    checkItems({ ...nothing, findings: [{ key: 'export.image.local', detail }] }, lines).map(
      ({ key, isSerious }) => [key, isSerious],
    );
  for (const address of ['./img/%E7%81%AB%E8%85%BF.png', 'img/a.png', '../a.png', 'images/a.png']) {
    expect(keys(address), address).toEqual([['export.image.relative', true]]);
  }
  for (const address of [
    '/tutorial/desk.png',
    'http://localhost/a.png',
    'file:///a.png',
    'C:/a.png',
  ]) {
    expect(keys(address), address).toEqual([['export.image.local', true]]);
  }
  expect(keys('images/0123456789abcdef.png')).toEqual([['export.image.kept', true]]);
});
