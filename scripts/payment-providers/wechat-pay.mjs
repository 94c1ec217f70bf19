// WeChat Pay, API v3: Native and H5. Source: pay.weixin.qq.com/doc/v3/merchant.

import { createCipheriv, randomBytes } from 'node:crypto';
import { isSigned, keyPairs, pathOf, sign } from './orders.mjs';

const settings = {
  appId: 'wx0123456789abcdef',
  merchantId: '1900000001',
  serial: '408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB',
  publicKeyId: 'PUB_KEY_ID_0000000000000024101100397200000006',
};
const apiV3Key = randomBytes(16).toString('hex');

export class WeChatPay {
  pairs = keyPairs();

  constructor(shelf, url) {
    this.shelf = shelf;
    this.url = url;
  }

  open() {
    const { merchant, provider } = this.pairs;
    const keys = { privateKey: merchant.privateKey, apiV3Key, publicKey: provider.publicKey };
    return { settings, keys };
  }

  answer(asked) {
    if (!this.isOfMerchant(asked)) return { status: 401, body: '{"code":"SIGN_ERROR"}' };
    const { status, value } = this.reply(asked);
    const body = value === undefined ? '' : JSON.stringify(value);
    return { status, headers: this.signature(body), body };
  }

  isOfMerchant({ method, path, query, headers, body }) {
    const parts = Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const message = `${[method, path + query, parts.timestamp, parts.nonce_str, body].join('\n')}\n`;
    const isOurs = parts.mchid === settings.merchantId && parts.serial_no === settings.serial;
    return isOurs && isSigned(message, parts.signature, this.pairs.merchant.publicKey);
  }

  reply({ method, path, body }) {
    const begun = /^\/v3\/pay\/transactions\/(native|h5)$/.exec(path);
    if (begun) return { status: 200, value: this.begin(begun[1], JSON.parse(body)) };
    const [, number, deed] = /\/out-trade-no\/(\w+)(\/close)?$/.exec(path) ?? [];
    const order = this.shelf.find(number);
    if (order === undefined) return { status: 404, value: { code: 'ORDER_NOT_EXIST' } };
    if (method === 'GET') return { status: 200, value: this.transaction(order) };
    if (deed && order.paidAt) return { status: 400, value: { code: 'ORDERPAID' } };
    order.isClosed = true;
    return { status: 204 };
  }

  begin(kind, { out_trade_no: number, amount, notify_url }) {
    this.shelf.put({
      provider: 'wechatPay',
      number,
      amountFen: amount.total,
      hookPath: pathOf(notify_url),
    });
    if (kind === 'native') return { code_url: `weixin://wxpay/bizpayurl?pr=${number}` };
    return { h5_url: `${this.url}/wechatPay/h5/${number}` };
  }

  transaction({ number, amountFen, paidAt, isClosed }) {
    const { appId: appid, merchantId: mchid } = settings;
    const amount = { total: amountFen, currency: 'CNY' };
    const common = { appid, mchid, out_trade_no: number, amount };
    if (!paidAt) return { ...common, trade_state: isClosed ? 'CLOSED' : 'NOTPAY' };
    const success_time = paidAt.toISOString();
    return { ...common, trade_state: 'SUCCESS', transaction_id: `42000${number}`, success_time };
  }

  notification(order) {
    const nonce = randomBytes(6).toString('hex');
    const associated_data = 'transaction';
    const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce);
    cipher.setAAD(Buffer.from(associated_data));
    const text = Buffer.from(JSON.stringify(this.transaction(order)));
    const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    const body = JSON.stringify({
      id: `EV-${order.number}`,
      event_type: 'TRANSACTION.SUCCESS',
      resource_type: 'encrypt-resource',
      resource: {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: sealed.toString('base64'),
        nonce,
        associated_data,
        original_type: 'transaction',
      },
    });
    return { headers: { 'content-type': 'application/json', ...this.signature(body) }, body };
  }

  signature(body) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(16).toString('hex');
    const message = `${timestamp}\n${nonce}\n${body}\n`;
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': sign(message, this.pairs.provider.privateKey),
      'wechatpay-serial': settings.publicKeyId,
    };
  }
}
