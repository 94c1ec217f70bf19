import { describe, expect, test } from 'vitest';
import { settingChanges } from './setting-changes';

/** What differs, a line each: what was done and where. */
const told = (before: unknown, after: unknown) =>
  settingChanges(before, after).map(({ kind, path }) => `${kind} ${path}`);

const section = (id: string, title: string) => ({
  id,
  isVisible: true,
  content: { kind: 'cta', title },
});

describe('what publishing would change in a tab', () => {
  test('is told field by field, with both values', () => {
    const before = { name: 'a', notFound: { title: 'b', text: 'c' } };
    const after = { name: 'a', notFound: { title: 'd', text: 'c' } };
    expect(settingChanges(before, after)).toEqual([
      { path: 'notFound.title', kind: 'changed', before: 'b', after: 'd' },
    ]);
  });

  test('is told of an item wherever it stands', () => {
    const before = [section('1', 'a'), section('2', 'b'), section('3', 'c')];
    const after = [section('3', 'c'), section('1', 'x'), section('4', 'd')];
    expect(told({ sections: before }, { sections: after })).toEqual([
      'changed sections[1].content.title',
      'added sections[2]',
      'removed sections[1]',
      'reordered sections',
    ]);
  });

  test('is one item when one without an ID comes or goes', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((text) => ({ text, url: '/' }));
    expect(told({ links: [a, c] }, { links: [a, b, c] })).toEqual(['added links[1]']);
    expect(told({ links: [a, b, c] }, { links: [b, c] })).toEqual(['removed links[0]']);
    expect(told({ links: [a, c] }, { links: [b, c] })).toEqual(['changed links[0].text']);
  });

  test('does not count what a category shows without settings', () => {
    const usual = { name: '', description: '', icon: '', isVisible: true };
    const shown = [
      { categoryId: '1', ...usual },
      { categoryId: '2', ...usual, isVisible: false },
    ];
    expect(told({ categories: [] }, { categories: shown })).toEqual([
      'changed categories[1].isVisible',
    ]);
    expect(told({ categories: [] }, { categories: shown.slice(0, 1) })).toEqual([
      'reordered categories',
    ]);
  });

  test('is one field for an image and for a list of texts', () => {
    const image = (url: string) => ({ url, alt: url, width: 1, height: 1 });
    const before = { logo: image('a'), icon: null, benefits: ['x'] };
    const after = { logo: image('b'), icon: image('c'), benefits: ['x', 'y'] };
    expect(told(before, after)).toEqual(['changed logo', 'changed icon', 'changed benefits']);
  });
});
