import { expect, test } from 'vitest';
import type { Package } from '../../../api/site-settings';
import { checkMembership } from './check-membership';
import { parsePrice, yearlySaving } from './price';

const TERMS = { graceDays: 3, maxDevices: 5, refundPolicy: '', contact: '' };

const item = (changes: Partial<Package>): Package => ({
  id: '1',
  name: '年度会员',
  price: '¥199',
  period: 'yearly',
  isRecommended: false,
  benefits: [],
  isArchived: false,
  ...changes,
});

test('prices_are_read_as_cents', () => {
  expect(['¥99', '99.5', '￥ 0.01', '12元'].map(parsePrice)).toEqual([9900, 9950, 1, 1200]);
});

test('what_is_no_price_is_refused', () => {
  expect(['', '0', '0.00', '-3', '1.234', '1e3', 'free', '99,00'].map(parsePrice)).toEqual(
    Array(8).fill(null),
  );
});

test('a_year_that_costs_more_than_twelve_months_saves_nothing', () => {
  expect(yearlySaving(2000, 19_900)).toBe(17);
  expect(yearlySaving(1000, 12_000)).toBeNull();
});

test('a_second_recommended_package_is_named', () => {
  const packages = [item({ isRecommended: true }), item({ id: '2', isRecommended: true })];
  expect(checkMembership({ packages, generalBenefits: [], ...TERMS })).toEqual({
    'packages[1].isRecommended': { key: 'package.secondRecommended', parameters: {} },
  });
});

test('a_package_without_name_and_price_names_both_fields', () => {
  const packages = [item({ name: ' ', price: 'x', benefits: ['a'.repeat(101)] })];
  expect(Object.keys(checkMembership({ packages, generalBenefits: [], ...TERMS }))).toEqual([
    'packages[0].name',
    'packages[0].price',
    'packages[0].benefits[0]',
  ]);
});

test('terms_beyond_their_limits_are_named', () => {
  const value = {
    packages: [],
    generalBenefits: [],
    graceDays: 31,
    maxDevices: 0,
    refundPolicy: '字'.repeat(2_001),
    contact: '字'.repeat(201),
  };
  expect(Object.keys(checkMembership(value))).toEqual([
    'graceDays',
    'maxDevices',
    'refundPolicy',
    'contact',
  ]);
  expect(checkMembership({ ...value, ...TERMS, refundPolicy: '第一行\n第二行' })).toEqual({});
});
