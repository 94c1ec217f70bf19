import { expect, test } from 'vitest';
import type { AccessRules } from '../../../api/site-settings';
import { checkAccess, countLevels, decide, impactOf } from './levels';

const open: AccessRules = {
  guest: 'free',
  nonMember: 'free',
  partialChars: 500,
  categories: [],
  documents: [],
};
const documents = [
  { id: 'a', categoryId: '1', title: 'A', nWords: 1 },
  { id: 'b', categoryId: '1', title: 'B', nWords: 1 },
  { id: 'c', categoryId: '2', title: 'C', nWords: 1 },
];
const [a, b, c] = documents as [
  (typeof documents)[0],
  (typeof documents)[0],
  (typeof documents)[0],
];

test('the_narrowest_rule_decides_and_is_named', () => {
  const rules: AccessRules = {
    ...open,
    categories: [{ categoryId: '1', guest: 'members' }],
    documents: [{ documentId: 'b', guest: 'partial' }],
  };
  expect(decide(rules, a, 'guest')).toEqual({ level: 'members', rule: 'category' });
  expect(decide(rules, b, 'guest')).toEqual({ level: 'partial', rule: 'document' });
  expect(decide(rules, c, 'guest')).toEqual({ level: 'free', rule: 'site' });
});

test('whoever_is_logged_in_never_sees_less_than_a_guest', () => {
  const rules: AccessRules = { ...open, nonMember: 'hidden' };
  expect(decide(rules, a, 'nonMember').level).toBe('free');
  expect(checkAccess(rules)).toEqual({
    nonMember: { key: 'access.lessThanGuest', parameters: {} },
  });
});

test('the_impact_of_a_change_is_counted_over_documents', () => {
  const after: AccessRules = { ...open, categories: [{ categoryId: '1', guest: 'hidden' }] };
  expect(impactOf(open, after, documents, 'guest')).toEqual({ nLess: 2, nMore: 0, nHidden: 2 });
  expect(impactOf(after, open, documents, 'guest')).toEqual({ nLess: 0, nMore: 2, nHidden: 0 });
  expect(countLevels(after, documents, 'guest')).toEqual({
    free: 1,
    partial: 0,
    members: 0,
    hidden: 2,
  });
});

test('a_limit_outside_its_range_is_named_where_it_stands', () => {
  const rules: AccessRules = {
    ...open,
    partialChars: -1,
    categories: [{ categoryId: '1', partialChars: 100_001 }],
  };
  expect(Object.keys(checkAccess(rules))).toEqual(['partialChars', 'categories[0].partialChars']);
});

test('a_category_by_whose_inherited_rule_people_see_less_once_logged_in_is_named', () => {
  const rules: AccessRules = {
    ...open,
    guest: 'members',
    nonMember: 'members',
    categories: [
      { categoryId: '1', guest: 'free' },
      { categoryId: '2', guest: 'free', nonMember: 'free' },
    ],
    documents: [
      { documentId: 'a', guest: 'free' },
      { documentId: 'b', guest: 'free', nonMember: 'partial' },
    ],
  };
  expect(Object.keys(checkAccess(rules))).toEqual([
    'categories[0].nonMember',
    'documents[1].nonMember',
  ]);
});
