// @vitest-environment happy-dom
import * as monaco from 'monaco-editor/editor';
import { expect, test } from 'vitest';
import type { UnchangedText } from '../../../lib/text/text-change';
import type { Monaco } from './load-monaco';
import { OpenDocuments } from './open-documents';

interface Reported {
  text: string;
  unchanged: UnchangedText | undefined;
}

/** Documents of Monaco itself, and what they have reported. */
function openDocuments() {
  const reported: Reported[] = [];
  const documents = new OpenDocuments(monaco as unknown as Monaco, {
    onText: (text, unchanged) => reported.push({ text, unchanged }),
    onSelection: () => undefined,
    onFind: () => undefined,
  });
  return { documents, reported };
}

type Model = ReturnType<OpenDocuments['open']>;

/** Puts texts in the place of `length` units from an offset on, all in one step. */
function edit(model: Model, ...changes: [offset: number, length: number, text: string][]) {
  const operations = changes.map(([offset, length, text]) => {
    const [from, to] = [model.getPositionAt(offset), model.getPositionAt(offset + length)];
    return { range: monaco.Range.fromPositions(from, to), text };
  });
  model.pushStackElement();
  model.pushEditOperations(null, operations, () => null);
}

/** Both ends are alike in both texts, and do not meet. */
function expectTrue({ text, unchanged }: Reported) {
  if (unchanged === undefined) throw new Error('nothing is known');
  const { before, start, end } = unchanged;
  expect(start + end).toBeLessThanOrEqual(Math.min(before.length, text.length));
  expect(text.slice(0, start)).toBe(before.slice(0, start));
  expect(text.slice(text.length - end)).toBe(before.slice(before.length - end));
}

test('an_edit_says_what_it_has_left_alone_of_the_text_before', () => {
  const { documents, reported } = openDocuments();
  const model = documents.open('a', '一二三\n四五六');
  edit(model, [0, 0, '零']);
  edit(model, [3, 1, '']);
  expect(reported[1]).toEqual({
    text: '零一二\n四五六',
    unchanged: { before: '零一二三\n四五六', start: 3, end: 4 },
  });
});

test('several_places_undo_and_redo_leave_alone_what_is_before_and_behind_all_of_them', () => {
  const { documents, reported } = openDocuments();
  const model = documents.open('a', '一二三\n四五六\n七八九');
  edit(model, [11, 0, '十']);
  edit(model, [1, 1, '二二\n'], [5, 2, '']);
  model.undo();
  model.redo();
  model.undo();
  model.undo();
  const [, ...known] = reported;
  expect(known.map(({ unchanged }) => [unchanged?.start, unchanged?.end])).toEqual([
    [1, 5],
    [1, 5],
    [1, 5],
    [1, 5],
    [11, 0],
  ]);
  for (const one of known) expectTrue(one);
});

test('of_another_document_and_of_a_text_that_was_changed_elsewhere_nothing_is_known', () => {
  const { documents, reported } = openDocuments();
  const first = documents.open('a', '一');
  edit(first, [1, 0, '二']);
  const other = documents.open('b', '甲');
  edit(other, [1, 0, '乙']);
  expect(reported[1]).toEqual({ text: '甲乙', unchanged: undefined });
  documents.open('b', '甲丙');
  edit(other, [2, 0, '丁']);
  expect(reported[2]).toEqual({ text: '甲丙丁', unchanged: undefined });
});
