import type { Order } from '../../../api/types';

/** What may be done with an order. */
export interface OrderSteps {
  confirm: boolean;
  reject: boolean;
  refund: boolean;
  accept: boolean;
  close: boolean;
  receipt: boolean;
}

/** What the team may do with an order in its state. The server asks again. */
export function stepsOf(order: Order): OrderSteps {
  const { method, status, problems } = order;
  const isManual = method === 'manual';
  return {
    confirm: isManual && ['pending', 'awaitingConfirmation', 'rejected', 'closed'].includes(status),
    reject: isManual && status === 'awaitingConfirmation',
    refund: refundable(order) > 0,
    // A dispute that is open is answered at the provider; accepting is for money that is here.
    accept: problems.some((problem) => problem !== 'disputed'),
    close: problems.length > 0,
    receipt: status === 'paid' || status === 'partiallyRefunded',
  };
}

/** Fen that came in and did not go back. */
export function refundable({ paidFen, refundedFen }: Order): number {
  return paidFen - refundedFen;
}

/** What became of a refund, as the order tells that was answered to it. */
export function refundOutcome(
  before: Order,
  after: Order,
  amountFen: number,
): 'done' | 'pending' | 'failed' {
  if (after.refundedFen - before.refundedFen >= amountFen) return 'done';
  const hasFailed = (order: Order) => order.problems.includes('refundFailed');
  return !hasFailed(before) && hasFailed(after) ? 'failed' : 'pending';
}
