import type { OrderMethod, OrderProblem, OrderQuery, OrderStatus } from '../../../api/types';
import { type AddressFilter, oneOf, paramsOf } from '../../../ui/fields/use-address';

export const ORDER_STATUSES = [
  'awaitingConfirmation',
  'pending',
  'paid',
  'partiallyRefunded',
  'refunded',
  'rejected',
  'closed',
] as const satisfies OrderStatus[];

export const ORDER_METHODS = [
  'manual',
  'wechatPay',
  'alipay',
  'stripe',
  'free',
] as const satisfies OrderMethod[];

export const ORDER_PROBLEMS = [
  'any',
  'latePayment',
  'partialPayment',
  'overPayment',
  'duplicatePayment',
  'foreignPayment',
  'refundFailed',
  'unknownRefund',
  'disputed',
  'disputeUnclear',
  'readerGone',
] as const satisfies ('any' | OrderProblem)[];

/** Which orders are shown. Days are `YYYY-MM-DD` and count whole. */
export interface OrderFilter {
  search: string;
  status: OrderStatus | 'all';
  method: OrderMethod | 'all';
  problem: (typeof ORDER_PROBLEMS)[number] | '';
  from: string;
  to: string;
}

export const EVERY_ORDER: OrderFilter = {
  search: '',
  status: 'all',
  method: 'all',
  problem: '',
  from: '',
  to: '',
};

/** The filter as an address holds it. What is none of the values counts as absent. */
export const orderFilter: AddressFilter<OrderFilter> = {
  parse: (params) => ({
    search: params.get('search') ?? '',
    status: oneOf(params, 'status', ORDER_STATUSES) ?? 'all',
    method: oneOf(params, 'method', ORDER_METHODS) ?? 'all',
    problem: oneOf(params, 'problem', ORDER_PROBLEMS) ?? '',
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  }),
  write: ({ search, status, method, problem, from, to }) =>
    paramsOf({
      search,
      status: status === 'all' ? '' : status,
      method: method === 'all' ? '' : method,
      problem,
      from,
      to,
    }),
};

function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return '';
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : '';
}

/** What the server is asked for: from the first moment of `from` to the end of `to`, where the browser is. */
export function orderQuery(filter: OrderFilter): OrderQuery {
  const { search, status, method, problem, from, to } = filter;
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(status === 'all' ? {} : { status }),
    ...(method === 'all' ? {} : { method }),
    ...(problem === '' ? {} : { problem }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(to === '' ? {} : { to: startOf(to, 1) }),
  };
}

/** The first moment of a day, or of a later one. */
function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
