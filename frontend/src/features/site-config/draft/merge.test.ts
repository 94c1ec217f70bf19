import { expect, test } from 'vitest';
import { type Difference, differences, merged, type Side } from './merge';

/** What the dialog does by itself: what one side changed holds, and where both did, mine. */
const byItself = ({ changedBy }: Difference): Side => (changedBy === 'them' ? 'theirs' : 'mine');

/** Where both changed something, theirs. */
const yielding = ({ changedBy }: Difference): Side => (changedBy === 'me' ? 'mine' : 'theirs');

const asked = <T>(base: T, mine: T, theirs: T) =>
  differences(base, mine, theirs)
    .filter(({ changedBy }) => changedBy === 'both')
    .map(({ kind, path }) => `${kind} ${path}`);

test('each_difference_names_who_changed_it', () => {
  const base = { title: 'a', text: 'b', lines: ['x'] };
  const mine = { ...base, title: 'mine', text: 'mine' };
  const theirs = { ...base, text: 'theirs', lines: ['x', 'y'] };
  const found = differences(base, mine, theirs);
  expect(found.map(({ path, changedBy }) => `${path} ${changedBy}`)).toEqual([
    'title me',
    'text both',
    'lines them',
  ]);
  expect(merged(base, mine, theirs, byItself)).toEqual({
    title: 'mine',
    text: 'mine',
    lines: ['x', 'y'],
  });
});

interface Case {
  name: string;
  /** Items as `key=value`. */
  base: string;
  mine: string;
  theirs: string;
  /** Without an answer. */
  merged: string;
  /** What is asked. */
  asks?: string[];
  /** With theirs for every answer. */
  yielded?: string;
}

const CASES: Case[] = [
  { name: 'add_add', base: 'a', mine: 'a b', theirs: 'a c', merged: 'a b c' },
  { name: 'add_before', base: 'a', mine: 'b a', theirs: 'a c', merged: 'b a c' },
  {
    name: 'change_here_add_there',
    base: 'a=1 b',
    mine: 'a=2 b',
    theirs: 'a=1 b c',
    merged: 'a=2 b c',
  },
  {
    name: 'change_of_two_items',
    base: 'a=1 b=1',
    mine: 'a=2 b=1',
    theirs: 'a=1 b=2',
    merged: 'a=2 b=2',
  },
  {
    name: 'change_change',
    base: 'a=1 b=1',
    mine: 'a=2 b=1',
    theirs: 'a=3 b=2',
    merged: 'a=2 b=2',
    asks: ['field items[a].value'],
    yielded: 'a=3 b=2',
  },
  { name: 'delete_and_other_change', base: 'a b=1', mine: 'b=1', theirs: 'a b=2', merged: 'b=2' },
  {
    name: 'delete_change',
    base: 'a=1 b',
    mine: 'b',
    theirs: 'a=2 b',
    merged: 'b',
    asks: ['item items[a]'],
    yielded: 'a=2 b',
  },
  {
    name: 'change_delete',
    base: 'a=1 b',
    mine: 'a=2 b',
    theirs: 'b',
    merged: 'a=2 b',
    asks: ['item items[a]'],
    yielded: 'b',
  },
  { name: 'delete_delete', base: 'a b c', mine: 'b c', theirs: 'a b', merged: 'b' },
  { name: 'reorder_here', base: 'a b c', mine: 'c a b', theirs: 'a=1 b c', merged: 'c a=1 b' },
  { name: 'reorder_there', base: 'a b c', mine: 'a b c d', theirs: 'c b a', merged: 'c d b a' },
  {
    name: 'reorder_reorder',
    base: 'a b c',
    mine: 'c a b',
    theirs: 'b a c',
    merged: 'c a b',
    asks: ['order items[]'],
    yielded: 'b a c',
  },
];

const listOf = (text: string, key: string) => ({
  items: text.split(' ').map((item) => {
    const [name = '', value = ''] = item.split('=');
    return { [key]: name, value };
  }),
});

for (const key of ['id', 'from', 'categoryId']) {
  for (const { name, asks = [], ...given } of CASES) {
    test(`lists_of_items_with_${key}_are_merged_item_by_item: ${name}`, () => {
      const [base, mine, theirs] = [given.base, given.mine, given.theirs].map((text) =>
        listOf(text, key),
      ) as [object, object, object];
      expect(merged(base, mine, theirs, byItself)).toEqual(listOf(given.merged, key));
      expect(asked(base, mine, theirs)).toEqual(asks);
      const yielded = listOf(given.yielded ?? given.merged, key);
      expect(merged(base, mine, theirs, yielding)).toEqual(yielded);
    });
  }
}

const link = (text: string, url = `/${text}`) => ({ text, url });

test('items_without_keys_are_known_by_what_they_say_and_where_they_stand', () => {
  const base = [link('a'), link('b'), link('c')];
  const by = (mine: object[], theirs: object[]) => merged(base as object[], mine, theirs, byItself);
  // One is renamed behind a new one, another gets another address.
  expect(
    by(
      [link('new'), link('A', '/a'), link('b'), link('c')],
      [link('a'), link('b'), link('c', '/d')],
    ),
  ).toEqual([link('new'), link('A', '/a'), link('b'), link('c', '/d')]);
  expect(by([link('c'), link('a'), link('b')], [...base, link('d')])).toEqual([
    link('c'),
    link('d'),
    link('a'),
    link('b'),
  ]);
  // Both add the same.
  expect(by([...base, link('d')], [...base, link('d'), link('e')])).toEqual([
    ...base,
    link('d'),
    link('e'),
  ]);
});

test('items_are_merged_inside_of_items', () => {
  const page = (...items: object[]) => ({
    sections: [{ id: '1', content: { kind: 'faq', items } }],
  });
  const [a, b, c] = [{ question: 'a' }, { question: 'b' }, { question: 'c' }];
  expect(merged<object>(page(a), page(a, b), page(c, a), byItself)).toEqual(page(c, a, b));
  const [found] = differences<object>(page(a), page({ question: 'x' }), page({ question: 'y' }));
  expect(found).toMatchObject({
    kind: 'field',
    changedBy: 'both',
    mine: 'x',
    theirs: 'y',
    place: 0,
  });
});

test('an_image_is_one_field_with_its_text_and_its_size', () => {
  const image = (url: string, alt: string, width: number) => ({ image: { url, alt, width } });
  const [base, mine] = [image('/a', 'old', 1), image('/b', 'mine', 2)];
  const theirs = image('/a', 'theirs', 1);
  expect(asked(base, mine, theirs)).toEqual(['field image']);
  expect(merged(base, mine, theirs, byItself)).toEqual(mine);
});
