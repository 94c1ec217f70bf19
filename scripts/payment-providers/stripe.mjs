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
    const order = this.shelf.find(id?.replace('cs_', ''));
    if (order === undefined) return json(404, { error: { code: 'resource_missing' } });
    if (deed === 'expire') order.isExpired = true;
    return json(200, this.session(order));
  }

  begin(form, { hookPath, webhookSecret, isTest }) {
    return this.shelf.put({
      provider: 'stripe',
      number: form['metadata[order_number]'],
      amountFen: Number(form['line_items[0][price_data][unit_amount]']),
      returnUrl: form.success_url,
      cancelUrl: form.cancel_url,
      ...{ hookPath, webhookSecret, isTest },
    });
  }

  session(order) {
    const { number, amountFen, paidAt, isExpired } = order;
    return {
      id: `cs_${number}`,
      object: 'checkout.session',
      url: `${this.url}/pay/${number}`,
      client_reference_id: number,
      metadata: { order_number: number },
      amount_total: amountFen,
      currency: 'cny',
      status: paidAt ? 'complete' : isExpired ? 'expired' : 'open',
      payment_status: paidAt ? 'paid' : 'unpaid',
      payment_intent: paidAt ? `pi_${number}` : null,
    };
  }

  notification(order) {
    return this.event(order, 'checkout.session.completed', this.session(order));
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
