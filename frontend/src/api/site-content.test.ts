import { expect, test } from 'vitest';
import { inOrder, type PlacedDocument } from './site-content';

test('documents_come_by_category_and_each_below_its_parent', () => {
  const category = (id: string, position: number) => ({ id, name: id, description: '', position });
  const document = (
    id: string,
    categoryId: string,
    position: number,
    parentId: string | null = null,
  ): PlacedDocument => ({
    id,
    categoryId,
    position,
    parentId,
    title: id,
    nWords: 1,
    createdAt: '2026-11-22T08:00:00Z',
  });
  const content = inOrder(
    [category('tools', 2), category('tea', 1)],
    [
      document('pot', 'tools', 1),
      document('fire', 'tea', 2),
      document('charcoal', 'tea', 1, 'fire'),
      document('preface', 'tea', 1),
      document('water', 'tools', 2),
    ],
  );
  expect(content.documents.map(({ id }) => id)).toEqual([
    'preface',
    'fire',
    'charcoal',
    'pot',
    'water',
  ]);
  expect(content.categories.map(({ id, nDocuments }) => [id, nDocuments])).toEqual([
    ['tea', 3],
    ['tools', 2],
  ]);
});
