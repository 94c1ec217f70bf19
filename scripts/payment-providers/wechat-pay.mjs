// WeChat Pay, API v3: Native, H5 and JSAPI, and the login at an Official Account. Sources:
// pay.weixin.qq.com/doc/v3/merchant, developers.weixin.qq.com/doc/service/guide/h5/auth.html.

import { createCipheriv, randomBytes } from 'node:crypto';
import { isSigned, keyPairs, parametersOf, pathOf, sign } from './orders.mjs';

const settings = {
  appId: 'wx0123456789abcdef',
  merchantId: '1900000001',
  serial: '408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB',
  publicKeyId: 'PUB_KEY_ID_0000000000000024101100397200000006',
};
const apiV3Key = randomBytes(16).toString('hex');
const appSecret = randomBytes(16).toString('hex');

export class WeChatPay {
  pairs = keyPairs();
  /** The codes of logins, each for one exchange. */
  codes = new Map();

  constructor(shelf, url) {
    this.shelf = shelf;
    this.url = url;
  }

  open() {
    const { merchant, provider } = this.pairs;
    const keys = {
      privateKey: merchant.privateKey,
      apiV3Key,
      publicKey: provider.publicKey,
      appSecret,
    };
    return { settings: { ...settings, usesJsapi: 'true' }, keys };
  }

  /** Logs a payer in without a question, and leads back. */
  login(query) {
    const { appid, redirect_uri, state } = parametersOf(query);
    if (appid !== settings.appId) return { status: 400 };
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, `o${randomBytes(8).toString('hex')}`);
    const back = new URL(redirect_uri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', state);
    return { status: 302, headers: { location: back.href } };
  }

  /** Says who logged in, once for each code. */
  exchange(query) {
    const { appid, secret, code } = parametersOf(query);
    const openid = this.codes.get(code);
    this.codes.delete(code);
    const isOurs = appid === settings.appId && secret === appSecret;
    const value = isOurs ? (openid ? { openid } : { errcode: 40029 }) : { errcode: 40125 };
    return { body: JSON.stringify(value) };
  }

  answer(asked) {
    if (asked.path === '/login') return this.login(asked.query);
    if (asked.path === '/sns/oauth2/access_token') return this.exchange(asked.query);
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
    const begun = /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(path);
    if (begun) return this.begin(begun[1], JSON.parse(body));
    const [, number, deed] = /\/out-trade-no\/([\w-]+)(\/close)?$/.exec(path) ?? [];
    const order = this.shelf.find(number);
    if (order === undefined) return { status: 404, value: { code: 'ORDER_NOT_EXIST' } };
    if (method === 'GET') return { status: 200, value: this.transaction(order) };
    if (deed && order.paidAt) return { status: 400, value: { code: 'ORDERPAID' } };
    order.isClosed = true;
    return { status: 204 };
  }

  begin(kind, { out_trade_no: number, amount, notify_url, payer }) {
    const order = this.shelf.put({
      provider: 'wechatPay',
      kind,
      number,
      amountFen: amount.total,
      hookPath: pathOf(notify_url),
    });
    // A number stays with the trade type that it was begun with.
    if (order.kind !== kind) return { status: 403, value: { code: 'OUT_TRADE_NO_USED' } };
    const gives = {
      native: () => ({ code_url: `weixin://wxpay/bizpayurl?pr=${number}` }),
      h5: () => ({ h5_url: `${this.url}/wechatPay/h5/${number}` }),
      jsapi: () => ({ prepay_id: `wx${number}` }),
    };
    if (kind === 'jsapi' && !payer.openid) return { status: 400, value: { code: 'PARAM_ERROR' } };
    return { status: 200, value: gives[kind]() };
  }

  /** The number of the order that a page inside WeChat asks to pay, once its signature proved who asks. */
  orderOfCall({ appId, timeStamp, nonceStr, package: prepaid, signType, paySign }) {
    const message = `${[appId, timeStamp, nonceStr, prepaid].join('\n')}\n`;
    const isOurs = appId === settings.appId && signType === 'RSA';
    if (!isOurs || !isSigned(message, paySign, this.pairs.merchant.publicKey)) return undefined;
    return /^prepay_id=wx(.+)$/.exec(prepaid)?.[1];
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
