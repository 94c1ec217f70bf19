import { expect, test } from 'vitest';
import { settingChanges } from './setting-changes';

/** What differs, a line each: what was done and where. */
const told = (before: unknown, after: unknown) =>
  settingChanges(before, after).map(({ kind, path }) => `${kind} ${path}`);

const section = (id: string, title: string) => ({
  id,
  isVisible: true,
  content: { kind: 'cta', title },
});

test('a_change_is_told_field_by_field_with_both_values', () => {
  const before = { name: 'a', notFound: { title: 'b', text: 'c' } };
  const after = { name: 'a', notFound: { title: 'd', text: 'c' } };
  expect(settingChanges(before, after)).toEqual([
    { path: 'notFound.title', kind: 'changed', before: 'b', after: 'd' },
  ]);
});

test('a_change_is_told_of_an_item_wherever_it_stands', () => {
  const before = [section('1', 'a'), section('2', 'b'), section('3', 'c')];
  const after = [section('3', 'c'), section('1', 'x'), section('4', 'd')];
  expect(told({ sections: before }, { sections: after })).toEqual([
    'changed sections[1].content.title',
    'added sections[2]',
    'removed sections[1]',
    'reordered sections',
  ]);
});

test('an_item_without_an_id_that_comes_or_goes_is_one_change', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((text) => ({ text, url: '/' }));
  expect(told({ links: [a, c] }, { links: [a, b, c] })).toEqual(['added links[1]']);
  expect(told({ links: [a, b, c] }, { links: [b, c] })).toEqual(['removed links[0]']);
  expect(told({ links: [a, c] }, { links: [b, c] })).toEqual(['changed links[0].text']);
});

test('what_a_category_shows_without_settings_is_no_change', () => {
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

test('an_image_and_a_list_of_texts_are_one_field', () => {
  const image = (url: string) => ({ url, alt: url, width: 1, height: 1 });
  const before = { logo: image('a'), icon: null, benefits: ['x'] };
  const after = { logo: image('b'), icon: image('c'), benefits: ['x', 'y'] };
  expect(told(before, after)).toEqual(['changed logo', 'changed icon', 'changed benefits']);
});
