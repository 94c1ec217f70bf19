import type { SubscriberStatus } from '../../../api/subscribers';
import { type AddressFilter, oneOf, paramsOf } from '../../../ui/fields/use-address';

export const SUBSCRIBER_STATES = [
  'confirmed',
  'pending',
  'unsubscribed',
] as const satisfies SubscriberStatus[];

/** Which subscribers are shown. */
export interface SubscriberFilter {
  search: string;
  status: SubscriberStatus | 'all';
}

export const EVERY_SUBSCRIBER: SubscriberFilter = { search: '', status: 'all' };

/** The filter as an address holds it. What is none of the values counts as absent. */
export const subscriberFilter: AddressFilter<SubscriberFilter> = {
  parse: (params) => ({
    search: params.get('search') ?? '',
    status: oneOf(params, 'status', SUBSCRIBER_STATES) ?? 'all',
  }),
  write: ({ search, status }) => paramsOf({ search, status: status === 'all' ? '' : status }),
};
