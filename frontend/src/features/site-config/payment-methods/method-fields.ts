import type { PaymentMethodName } from '../../../api/types';

/** A number or key that a provider gives out. */
export interface MethodField {
  name: string;
  /** A key of several lines. */
  isLong?: boolean;
  /** What it looks like. */
  placeholder?: string;
}

export interface MethodFields {
  /** Numbers that everybody of the team may read. */
  settings: readonly MethodField[];
  /** Keys that are written and never read. */
  keys: readonly MethodField[];
  /** Settings that are on or off: `true`, or absent. */
  switches?: readonly string[];
  /** Where a creator finds them, and how the provider describes it where that has a lasting address. */
  links: { console: string; help?: string };
}

/** The providers with their numbers and keys. */
export const PROVIDERS = {
  stripe: {
    settings: [{ name: 'publishableKey', placeholder: 'pk_live_…' }],
    keys: [
      { name: 'secretKey', placeholder: 'sk_live_…' },
      { name: 'webhookSecret', placeholder: 'whsec_…' },
    ],
    links: {
      console: 'https://dashboard.stripe.com/apikeys',
      help: 'https://docs.stripe.com/webhooks',
    },
  },
  wechatPay: {
    settings: [
      { name: 'appId', placeholder: 'wx0123456789abcdef' },
      { name: 'merchantId', placeholder: '1900000001' },
      { name: 'serial' },
      { name: 'publicKeyId', placeholder: 'PUB_KEY_ID_…' },
    ],
    keys: [
      { name: 'privateKey', isLong: true, placeholder: '-----BEGIN PRIVATE KEY-----' },
      { name: 'apiV3Key' },
      { name: 'publicKey', isLong: true, placeholder: '-----BEGIN PUBLIC KEY-----' },
    ],
    links: {
      console: 'https://pay.weixin.qq.com/index.php/core/cert/api_cert',
    },
  },
  alipay: {
    settings: [
      { name: 'appId', placeholder: '2021000000000000' },
      { name: 'sellerId', placeholder: '2088000000000000' },
    ],
    switches: ['usesCodes'],
    keys: [
      { name: 'privateKey', isLong: true, placeholder: '-----BEGIN PRIVATE KEY-----' },
      { name: 'alipayPublicKey', isLong: true, placeholder: '-----BEGIN PUBLIC KEY-----' },
    ],
    links: {
      console: 'https://open.alipay.com/develop/manage',
    },
  },
} as const satisfies Record<Exclude<PaymentMethodName, 'manual' | 'free'>, MethodFields>;

export type ProviderName = keyof typeof PROVIDERS;
export const PROVIDER_NAMES = ['wechatPay', 'alipay', 'stripe'] as const satisfies ProviderName[];

/** The keys that were typed; nothing when none was, so that those that are set stay. */
export function typedKeys(
  keys: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const typed = Object.entries(keys).filter(([, value]) => value.trim() !== '');
  return typed.length === 0
    ? undefined
    : Object.fromEntries(typed.map(([name, value]) => [name, value.trim()]));
}

/** Settings with one of them changed; what is empty is left out. */
export function withSetting(
  settings: Readonly<Record<string, string>>,
  name: string,
  value: string,
): Record<string, string> {
  const { [name]: _, ...others } = settings;
  return value === '' ? others : { ...others, [name]: value };
}

/** Whether two settings say the same. */
export function isSameSettings(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => (a[name] ?? '') === (b[name] ?? ''));
}

/** Whether a field, such as `keys.secretKey`, is on the screen: some are only with a switch, and keys that are set are not. */
export function isFieldShown(
  fields: MethodFields,
  field: string,
  settings: Readonly<Record<string, string>>,
  areKeysOpen: boolean,
): boolean {
  const [part, name] = field.split('.');
  if (name === 'secondPublicKeyId' || name === 'secondPublicKey') {
    return settings.usesSecondKey === 'true';
  }
  if (name === 'appSecret') return settings.usesJsapi === 'true';
  const isIn = (list: readonly MethodField[]) => list.some((known) => known.name === name);
  return part === 'keys' ? areKeysOpen && isIn(fields.keys) : isIn(fields.settings);
}
