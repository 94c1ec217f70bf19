import { expect, test } from 'vitest';
import { EVERY_MEMBER, type MemberFilter, memberFilter, memberQuery } from './member-filter';

const FILTER: MemberFilter = {
  search: '墨客',
  state: 'grace',
  packageId: 'p1',
  expiring: '7',
  sort: 'endsAt',
};

test('a_filter_survives_its_address', () => {
  expect(memberFilter.parse(memberFilter.write(FILTER))).toEqual(FILTER);
});

test('what_is_as_it_begins_stands_in_no_address', () => {
  expect(memberFilter.write(EVERY_MEMBER).size).toBe(0);
});

test('what_is_no_value_counts_as_absent', () => {
  const odd = new URLSearchParams('state=rich&expiring=9999&sort=__proto__');
  expect(memberFilter.parse(odd)).toEqual(EVERY_MEMBER);
});

test('the_server_is_asked_for_what_ends_within_the_days', () => {
  const now = Date.parse('2026-03-01T10:20:00Z');
  expect(memberQuery(FILTER, now)).toEqual({
    search: '墨客',
    state: 'grace',
    packageId: 'p1',
    endsBefore: '2026-03-08T11:00:00.000Z',
    sort: 'endsAt',
  });
  expect(memberQuery(EVERY_MEMBER, now)).toEqual({});
});
