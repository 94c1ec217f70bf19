import { expect, test } from 'vitest';
import { yearlyPrice } from './plans';

test('the_yearly_saving_is_the_price_of_the_extra_months', () => {
  const year = yearlyPrice(299);
  expect(year).toMatchObject({ total: 3588, months: 14, saved: 598 });
  expect(year.perMonth).toBeCloseTo(256.29, 2);
});
