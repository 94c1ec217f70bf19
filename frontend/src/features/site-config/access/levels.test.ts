import { expect, test } from 'vitest';
import type { AccessRules, CategoryAccess } from '../../../api/site-settings';
import { checkSettings } from '../check/check-settings';
import { accessRules, isReadable, NO_RULE, withRule } from './levels';

const checkAccess = (value: AccessRules) => checkSettings('AccessRules', value, accessRules);

const open: AccessRules = {
  guest: 'free',
  nonMember: 'free',
  partialChars: 500,
  categories: [],
  documents: [],
};

test('whoever_is_logged_in_sees_no_less_than_a_guest', () => {
  expect(checkAccess({ ...open, nonMember: 'hidden' })).toEqual({
    nonMember: { key: 'access.lessThanGuest', parameters: {} },
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

test('a_rule_is_named_that_says_that_people_see_less_once_logged_in', () => {
  const rules: AccessRules = {
    ...open,
    guest: 'members',
    nonMember: 'members',
    categories: [
      // What is opened to guests is open to all.
      { categoryId: '1', guest: 'free' },
      { categoryId: '2', guest: 'free', nonMember: 'free' },
      { categoryId: '3', guest: 'free', nonMember: 'members' },
      { categoryId: '4', nonMember: 'hidden' },
    ],
    documents: [
      { documentId: 'a', guest: 'free' },
      { documentId: 'b', guest: 'free', nonMember: 'partial' },
    ],
  };
  expect(Object.keys(checkAccess(rules))).toEqual([
    'categories[2].nonMember',
    'categories[3].nonMember',
    'documents[1].nonMember',
  ]);
});

test('a_rule_is_added_changed_in_its_place_and_gone_when_it_says_nothing', () => {
  const change = (rules: CategoryAccess[], categoryId: string, changes: Partial<CategoryAccess>) =>
    withRule(rules, (rule) => rule.categoryId === categoryId, { categoryId, ...NO_RULE }, changes);
  const one = change([], 'a', { guest: 'hidden' });
  const two = change(one, 'b', { partialChars: 0 });
  expect(two.map(({ categoryId }) => categoryId)).toEqual(['a', 'b']);
  const changed = change(two, 'a', { nonMember: 'partial' });
  expect(changed[0]).toEqual({
    categoryId: 'a',
    guest: 'hidden',
    nonMember: 'partial',
    partialChars: null,
  });
  expect(change(changed, 'a', NO_RULE)).toEqual([two[1]]);
});

test('rules_whose_numbers_cannot_be_read_are_not_tried', () => {
  expect(isReadable(open)).toBe(true);
  for (const partialChars of [Number.NaN, -1, 1.5, 100_001]) {
    expect(isReadable({ ...open, partialChars })).toBe(false);
    expect(isReadable({ ...open, documents: [{ documentId: 'a', partialChars }] })).toBe(false);
  }
});
