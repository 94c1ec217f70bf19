// A stand-in of Stripe, WeChat Pay and Alipay for journeys: as much of their protocols as the server speaks, with real
// signatures, a page to pay on, and notifications.

import { createServer } from 'node:http';
import { Alipay } from './alipay.mjs';
import { parametersOf, Shelf } from './orders.mjs';
import { payPage } from './page.mjs';
import { Stripe } from './stripe.mjs';
import { WeChatPay } from './wechat-pay.mjs';

/** What a bank does to an order at Stripe, and what Stripe tells of it. Source: docs.stripe.com/checkout/fulfillment. */
const BANK_DEEDS = {
  payByBank: ['completed', () => ({ bank: 'processing' })],
  bankPays: ['async_payment_succeeded', () => ({ paidAt: new Date() })],
  bankRefuses: ['async_payment_failed', () => ({ bank: 'refused' })],
  expire: ['expired', () => ({ isExpired: true })],
};

/**
 * Starts it on a free port. `variables` are those of the server that shall use it; `url` is what journeys ask.
 *
 * - `tell(address)`: where the server is that notifications go to.
 * - `POST /accounts/{method}` with `{ hookPath, isTest }` answers `{ settings, keys }` for a site's payment method.
 * - `POST /pay/{number}` with `do=pay`, `payUntold` or `cancel` does what the payer does on the page or the phone;
 *   `payUntold` sends no notification. At Stripe also `payByBank`, and then `bankPays` or `bankRefuses`; and `expire`.
 * - `POST /dispute/{number}` with `status=needs_response` or `lost`: the payer of a Stripe order asks the bank for the
 *   money, or has got it.
 * - `POST /call` with what a page inside WeChat hands to it pays that order.
 */
export async function startPaymentProviders() {
  const shelf = new Shelf();
  const server = createServer((request, response) => {
    answer(request)
      .catch((error) => ({ status: 500, type: 'text/plain', body: `${error.stack}` }))
      .then(({ status = 200, headers = {}, type = 'application/json', body = '' }) => {
        response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers });
        response.end(body);
      });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const providers = {
    stripe: new Stripe(shelf, url),
    wechatPay: new WeChatPay(shelf, url),
    alipay: new Alipay(shelf, url),
  };

  async function answer(request) {
    const { pathname, search } = new URL(request.url, url);
    const [, name, ...rest] = pathname.split('/');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked = {
      method: request.method,
      path: `/${rest.join('/')}`,
      query: search,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    if (name === 'accounts') {
      return { body: JSON.stringify(providers[rest[0]].open(JSON.parse(asked.body))) };
    }
    if (name === 'pay') return pay(shelf.find(rest[0]), asked);
    if (name === 'dispute') return dispute(shelf.find(rest[0]), parametersOf(asked.body).status);
    if (name === 'call') {
      const called = providers.wechatPay.orderOfCall(JSON.parse(asked.body));
      return pay(shelf.find(called), { ...asked, body: 'do=pay' });
    }
    // H5 is told on the way where the payer goes afterwards.
    const opened = shelf.find(/^\/h5\/([\w-]+)$/.exec(asked.path)?.[1]);
    if (opened !== undefined) {
      opened.returnUrl = opened.cancelUrl = parametersOf(search).redirect_url;
      return pay(opened, asked);
    }
    return providers[name].answer(asked);
  }

  /** The page for payers, and what they do on it. */
  async function pay(order, { method, body }) {
    if (order === undefined) return { status: 404 };
    if (method === 'GET') return { type: 'text/html', body: payPage(order) };
    const deed = parametersOf(body).do;
    if (deed in BANK_DEEDS) return byBank(order, deed);
    if (deed !== 'cancel') order.paidAt = new Date();
    if (deed === 'pay') await send(providers[order.provider].notification(order), order);
    const back = deed === 'cancel' ? order.cancelUrl : order.returnUrl;
    return back === undefined ? {} : { status: 303, headers: { location: back } };
  }

  /** What becomes of a payment that a bank makes, and of a page that nobody paid on. */
  async function byBank(order, deed) {
    const [event, change] = BANK_DEEDS[deed];
    Object.assign(order, change());
    await send(providers.stripe.notification(order, event), order);
    return deed === 'payByBank' ? { status: 303, headers: { location: order.returnUrl } } : {};
  }

  async function dispute(order, status) {
    await send(providers.stripe.disputeNotification(order, status), order);
    return {};
  }

  /** Sends a notification; one that is refused is an error, which the journey sees. */
  async function send({ headers, body }, order) {
    const response = await fetch(shelf.address + order.hookPath, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`the hook answered ${response.status}`);
  }

  return {
    url,
    tell: (address) => {
      shelf.address = address;
    },
    variables: {
      STRIPE_API_URL: `${url}/stripe`,
      WECHAT_PAY_API_URL: `${url}/wechatPay`,
      WECHAT_API_URL: `${url}/wechatPay`,
      WECHAT_LOGIN_URL: `${url}/wechatPay/login`,
      ALIPAY_GATEWAY_URL: `${url}/alipay/gateway.do`,
      ALIPAY_SANDBOX_URL: `${url}/alipay/gateway.do`,
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
