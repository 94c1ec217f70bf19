// Stripe: Checkout Sessions, refunds, events. Source: docs.stripe.com/api.

import { createHmac, randomBytes } from 'node:crypto';
import { parametersOf } from './orders.mjs';

const json = (status, value) => ({ status, body: JSON.stringify(value) });

export class Stripe {
  /** Accounts by secret key: each with its webhook endpoint. */
  accounts = new Map();

  constructor(shelf, url) {
    this.shelf = shelf;
    this.url = url;
  }

  open({ hookPath, isTest }) {
    const secretKey = `sk_${isTest ? 'test' : 'live'}_${randomBytes(12).toString('hex')}`;
    const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
    this.accounts.set(secretKey, { secretKey, webhookSecret, hookPath, isTest });
    return { settings: {}, keys: { secretKey, webhookSecret } };
  }

  answer({ method, path, headers, body }) {
    const account = this.accounts.get(headers.authorization?.replace('Bearer ', ''));
    if (account === undefined) return json(401, { error: { code: 'api_key_invalid' } });
    const form = parametersOf(body);
    const [, , kind, id, deed] = path.replace('/checkout', '').split('/');
    if (method === 'POST' && kind === 'refunds') {
      const { amount, payment_intent } = form;
      const status = { currency: 'cny', status: 'succeeded' };
      return json(200, {
        id: `re_${Date.now()}`,
        amount: Number(amount),
        payment_intent,
        ...status,
      });
    }
    if (kind === 'disputes') {
      const disputed = [...this.shelf.orders.values()].filter(
        (order) => order.webhookSecret === account.webhookSecret && order.dispute,
      );
      return json(200, {
        object: 'list',
        has_more: false,
        data: disputed.map((order) => order.dispute),
      });
    }
    if (kind !== 'sessions') return json(404, { error: { code: 'resource_missing' } });
    if (method === 'POST' && id === undefined)
      return json(200, this.session(this.begin(form, account)));
    if (id === undefined) return json(200, { object: 'list', data: [], has_more: false });
    const [, number, place] = /^cs_([^_]+)_(\d+)$/.exec(id) ?? [];
    const order = this.shelf.find(number);
    if (order === undefined) return json(404, { error: { code: 'resource_missing' } });
    // What was begun before is over.
    if (Number(place) !== order.nBegun)
      return json(200, { ...this.session(order), id, url: null, status: 'expired' });
    if (deed === 'expire' && this.statusOf(order) !== 'open')
      return json(400, { error: { code: 'invalid_request_error' } });
    if (deed === 'expire') order.isExpired = true;
    return json(200, this.session(order));
  }

  begin(form, { hookPath, webhookSecret, isTest }) {
    const order = this.shelf.put({
      provider: 'stripe',
      nBegun: 0,
      number: form['metadata[order_number]'],
      amountFen: Number(form['line_items[0][price_data][unit_amount]']),
      returnUrl: form.success_url,
      cancelUrl: form.cancel_url,
      ...{ hookPath, webhookSecret, isTest },
    });
    // The key that says that a request is the same gives the same session, until that one is over.
    if (order.nBegun === 0 || this.statusOf(order) === 'expired' || order.bank === 'refused') {
      order.nBegun += 1;
      order.isExpired = false;
      order.bank = undefined;
    }
    return order;
  }

  /** Source: docs.stripe.com/api/checkout/sessions/object. */
  statusOf({ paidAt, bank, isExpired }) {
    if (paidAt || bank !== undefined) return 'complete';
    return isExpired ? 'expired' : 'open';
  }

  /** The payment: what a bank has not sent yet is `processing`. Source: docs.stripe.com/payments/paymentintents/lifecycle. */
  intentOf({ number, paidAt, bank }) {
    if (!paidAt && bank === undefined) return null;
    const status = paidAt
      ? 'succeeded'
      : bank === 'refused'
        ? 'requires_payment_method'
        : 'processing';
    return { id: `pi_${number}`, object: 'payment_intent', status };
  }

  session(order) {
    const { number, amountFen, paidAt } = order;
    const status = this.statusOf(order);
    return {
      id: `cs_${number}_${order.nBegun}`,
      object: 'checkout.session',
      url: status === 'open' ? `${this.url}/pay/${number}` : null,
      client_reference_id: number,
      metadata: { order_number: number },
      amount_total: amountFen,
      currency: 'cny',
      status,
      payment_status: paidAt ? 'paid' : 'unpaid',
      payment_intent: this.intentOf(order),
    };
  }

  /** That something happened to a session: `completed`, `async_payment_succeeded`, `async_payment_failed`, `expired`. */
  notification(order, kind = 'completed') {
    const session = this.session(order);
    // Only an answer has the whole payment in it.
    const object = { ...session, payment_intent: session.payment_intent?.id ?? null };
    return this.event(order, `checkout.session.${kind}`, object);
  }

  /** Source: docs.stripe.com/api/disputes/object. */
  disputeNotification(order, status) {
    const kind = status === 'needs_response' ? 'created' : 'closed';
    order.dispute = {
      id: `du_${order.number}`,
      object: 'dispute',
      amount: order.amountFen,
      currency: 'cny',
      evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 24 * 3600, past_due: false },
      livemode: !order.isTest,
      metadata: {},
      payment_intent: `pi_${order.number}`,
      reason: 'product_not_received',
      status,
    };
    return this.event(order, `charge.dispute.${kind}`, order.dispute);
  }

  event(order, type, object) {
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id: `evt_${type}_${order.number}`,
      object: 'event',
      type,
      created: now,
      livemode: !order.isTest,
      data: { object },
    });
    const tag = createHmac('sha256', order.webhookSecret).update(`${now}.${body}`).digest('hex');
    return {
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${now},v1=${tag}` },
      body,
    };
  }
}
