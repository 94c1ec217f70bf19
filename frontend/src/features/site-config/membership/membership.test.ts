import { expect, test } from 'vitest';
import type { Membership, Package } from '../../../api/site-settings';
import { checkSettings } from '../check/check-settings';
import { membershipRules } from './membership-rules';
import { parsePrice } from './price';
import PRICES from './prices.json';

const checkMembership = (value: Membership) => checkSettings('Membership', value, membershipRules);

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

test('a_price_is_read_as_the_server_reads_it', () => {
  for (const [text, price] of Object.entries(PRICES)) {
    expect(parsePrice(text), text).toEqual(price);
  }
});

test('a_second_recommended_package_is_named', () => {
  const packages = [item({ isRecommended: true }), item({ id: '2', isRecommended: true })];
  expect(checkMembership({ packages, generalBenefits: [], ...TERMS })).toEqual({
    'packages[1].isRecommended': { key: 'package.secondRecommended', parameters: {} },
  });
});

test('a_price_that_names_another_period_is_named', () => {
  const packages = [item({ price: '¥199/年' }), item({ id: '2', price: '¥19/月' })];
  expect(checkMembership({ packages, generalBenefits: [], ...TERMS })).toEqual({
    'packages[1].price': { key: 'price.periodDiffers', parameters: {} },
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
