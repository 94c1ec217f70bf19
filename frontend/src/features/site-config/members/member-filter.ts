import type { MemberQuery, MemberSort, MemberState } from '../../../api/types';
import { type AddressFilter, oneOf, paramsOf } from '../../../ui/fields/use-address';

export const MEMBER_STATES = [
  'active',
  'grace',
  'lifetime',
  'expired',
  'none',
] as const satisfies MemberState[];
export const MEMBER_SORTS = ['createdAt', 'endsAt', 'lastSeenAt'] as const satisfies MemberSort[];
/** Days within which a membership ends. */
export const EXPIRING = ['7', '30'] as const;

/** Which members are shown, and in which order. */
export interface MemberFilter {
  search: string;
  state: MemberState | 'all';
  packageId: string;
  expiring: (typeof EXPIRING)[number] | '';
  sort: MemberSort;
}

export const EVERY_MEMBER: MemberFilter = {
  search: '',
  state: 'all',
  packageId: '',
  expiring: '',
  sort: 'createdAt',
};

/** The filter as an address holds it. What is none of the values counts as absent. */
export const memberFilter: AddressFilter<MemberFilter> = {
  parse: (params) => ({
    search: params.get('search') ?? '',
    state: oneOf(params, 'state', MEMBER_STATES) ?? 'all',
    packageId: params.get('package') ?? '',
    expiring: oneOf(params, 'expiring', EXPIRING) ?? '',
    sort: oneOf(params, 'sort', MEMBER_SORTS) ?? 'createdAt',
  }),
  write: ({ search, state, packageId, expiring, sort }) =>
    paramsOf({
      search,
      state: state === 'all' ? '' : state,
      package: packageId,
      expiring,
      sort: sort === 'createdAt' ? '' : sort,
    }),
};

/** What the server is asked for. `now` in milliseconds since 1970. */
export function memberQuery(filter: MemberFilter, now: number): MemberQuery {
  const { search, state, packageId, expiring, sort } = filter;
  // Whole hours, so that the same filter asks for the same.
  const hour = Math.ceil(now / 3_600_000) * 3_600_000;
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(state === 'all' ? {} : { state }),
    ...(packageId === '' ? {} : { packageId }),
    ...(expiring === ''
      ? {}
      : { endsBefore: new Date(hour + Number(expiring) * 86_400_000).toISOString() }),
    ...(sort === 'createdAt' ? {} : { sort }),
  };
}
