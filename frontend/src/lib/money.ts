import type { Locale } from '../config/constants';

/** Most that an order may ask for, in fen. */
export const AMOUNT_MAX_FEN = 99_999_999;

/** An amount of fen as the language writes it, exact to the fen: `¥99.00`. */
export function formatFen(locale: Locale, fen: number): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
  });
  // A number of yuan is no sum of binary fractions; its digits are.
  return format.format(yuanDigits(fen) as `${number}`);
}

/** An amount in the smallest unit of any currency, such as 1234 `USD`: `$12.34`. Its code where it is not known. */
export function formatSmallest(locale: Locale, amount: number, currency: string): string {
  if (currency === 'CNY') return formatFen(locale, amount);
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    return format.format(amount / 10 ** digits);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** An amount of fen as one types it: `99`, `99.5` becomes `99.50`. */
export function yuanText(fen: number): string {
  return yuanDigits(fen).replace(/\.00$/, '');
}

/** Fen of an amount that somebody typed, such as `99`, `¥1,299.50` or `９９元`; null when it is none from 1 fen on. */
export function parseFen(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '');
  const match = /^¥?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?元?$/.exec(plain);
  if (match === null) return null;
  const [, whole = '', part = ''] = match;
  const fen = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return fen >= 1 && fen <= AMOUNT_MAX_FEN ? fen : null;
}

function yuanDigits(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
