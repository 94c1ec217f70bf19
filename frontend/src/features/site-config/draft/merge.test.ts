import { expect, test } from 'vitest';
import { differences, merged } from './merge';

const base = { title: 'a', text: 'b', links: ['x'], items: [{ id: '1', name: 'n', note: '' }] };

test('each_difference_names_who_changed_it', () => {
  const mine = { ...base, title: 'mine', text: 'mine' };
  const theirs = { ...base, text: 'theirs', links: ['x', 'y'] };
  expect(differences(base, mine, theirs)).toEqual([
    { path: 'title', changedBy: 'me' },
    { path: 'text', changedBy: 'both' },
    { path: 'links', changedBy: 'them' },
  ]);
});

test('items_with_ids_are_compared_one_by_one_and_others_as_a_whole', () => {
  const mine = { ...base, items: [{ id: '1', name: 'mine', note: '' }] };
  const theirs = { ...base, items: [{ id: '1', name: 'n', note: 'theirs' }] };
  expect(differences(base, mine, theirs).map(({ path }) => path)).toEqual([
    'items[0].name',
    'items[0].note',
  ]);
  const moved = { ...base, items: [{ id: '2', name: 'n', note: '' }] };
  expect(differences(base, mine, moved).map(({ path }) => path)).toEqual(['items']);
});

test('kept_fields_are_mine_and_the_others_theirs', () => {
  const mine = { ...base, title: 'mine', text: 'mine' };
  const theirs = { ...base, text: 'theirs', links: ['y'] };
  expect(merged(mine, theirs, ['title'])).toEqual({
    ...base,
    title: 'mine',
    text: 'theirs',
    links: ['y'],
  });
});
