import type { PackagePeriod } from '../../../api/site-settings';

/** Fen of the highest price: the server has the same, and both read `prices.json`. */
const PRICE_MAX_FEN = 99_999_999;

const PRICE = /^(?:¥|CNY|RMB)?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*元?(?:\s*\/\s*(\S+))?$/;

/** What may follow the amount, after a slash. */
const PERIODS: Readonly<Record<string, PackagePeriod>> = {
  月: 'monthly',
  month: 'monthly',
  年: 'yearly',
  year: 'yearly',
  终身: 'lifetime',
  lifetime: 'lifetime',
};

export interface Price {
  fen: number;
  /** The period that the text names, if it names one. */
  period: PackagePeriod | null;
}

/** A price from its text such as `¥99`, `1,299 元`, `９９元` or `¥99/年`; null when it is none, or out of range. */
export function parsePrice(text: string): Price | null {
  const [, whole, part = '', named] = PRICE.exec(text.normalize('NFKC').trim()) ?? [];
  const period = named === undefined ? null : PERIODS[named];
  if (whole === undefined || period === undefined) return null;
  const fen = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return fen >= 1 && fen <= PRICE_MAX_FEN ? { fen, period } : null;
}
