// Alipay: page.pay and wap.pay, whose address the payer opens; query, close and refund. Source: opendocs.alipay.com.

import { isSigned, keyPairs, parametersOf, pathOf, sign } from './orders.mjs';

const settings = { appId: '2021000000000000', sellerId: '2088000000000000' };

/** What is signed: everything that is not empty, by name. */
function textOf(parameters, leftOut) {
  return Object.keys(parameters)
    .filter((name) => !leftOut.includes(name) && parameters[name] !== '')
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
}

/** A moment as Alipay writes it: in China's time. */
const moment = (date) =>
  new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export class Alipay {
  pairs = keyPairs();

  constructor(shelf, url) {
    this.shelf = shelf;
    this.url = url;
  }

  open() {
    const { merchant, provider } = this.pairs;
    const keys = { privateKey: merchant.privateKey, alipayPublicKey: provider.publicKey };
    return { settings, keys };
  }

  answer({ method, query, body }) {
    const isPage = method === 'GET';
    const parameters = parametersOf(isPage ? query : body);
    const message = textOf(parameters, ['sign']);
    const isOfMerchant = isSigned(message, parameters.sign ?? '', this.pairs.merchant.publicKey);
    if (isPage) return isOfMerchant ? this.begin(parameters) : { status: 400 };
    const name = `${parameters.method.replaceAll('.', '_')}_response`;
    const value = isOfMerchant
      ? this.reply(parameters.method, JSON.parse(parameters.biz_content))
      : { code: '40002', sub_code: 'isv.invalid-signature' };
    const text = JSON.stringify(value);
    return { body: `{"${name}":${text},"sign":"${sign(text, this.pairs.provider.privateKey)}"}` };
  }

  begin({ biz_content, notify_url, return_url }) {
    const { out_trade_no: number, total_amount: total } = JSON.parse(biz_content);
    const amountFen = Math.round(Number(total) * 100);
    const back = `${return_url}?out_trade_no=${number}&method=alipay.trade.page.pay.return`;
    const hookPath = pathOf(notify_url);
    // Who cancels there closes the page or goes back.
    this.shelf.put({ provider: 'alipay', number, amountFen, total, hookPath, returnUrl: back });
    return { status: 302, headers: { location: `${this.url}/pay/${number}` } };
  }

  reply(method, { out_trade_no: number }) {
    const order = this.shelf.find(number);
    if (method === 'alipay.trade.refund') return { code: '10000', fund_change: 'Y' };
    if (order === undefined) return { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' };
    const common = { code: '10000', out_trade_no: number };
    if (method === 'alipay.trade.close') return common;
    if (!order.paidAt) return { ...common, trade_status: 'WAIT_BUYER_PAY' };
    return { ...common, ...this.trade(order), send_pay_date: moment(order.paidAt) };
  }

  trade({ number, total }) {
    return { trade_no: `2026${number}`, trade_status: 'TRADE_SUCCESS', total_amount: total };
  }

  notification(order) {
    const fields = {
      app_id: settings.appId,
      seller_id: settings.sellerId,
      out_trade_no: order.number,
      ...this.trade(order),
      gmt_payment: moment(order.paidAt),
      notify_time: moment(order.paidAt),
      notify_id: `notify${order.number}`,
      notify_type: 'trade_status_sync',
      charset: 'utf-8',
      version: '1.0',
    };
    const signature = sign(textOf(fields, []), this.pairs.provider.privateKey);
    const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature });
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' };
    return { headers, body: body.toString() };
  }
}
