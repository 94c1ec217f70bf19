import type { Locale } from '../config/constants';

/** An amount of yuan as the language writes it; whole amounts without cents. */
export function formatYuan(locale: Locale, yuan: number): string {
  const digits = Number.isInteger(yuan) ? 0 : 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(yuan);
}

/** A share of one hundred as the language writes it, with at most so many digits behind the point. */
export function formatPercent(locale: Locale, percent: number, maximumFractionDigits = 0): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits });
  return format.format(percent / 100);
}

/** A size in bytes as the language writes it, in KB or MB of 1,000. */
export function formatSize(locale: Locale, bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: size < 10 ? 1 : 0 });
  return `${format.format(size)} ${unit}`;
}

/** A count as the language writes it. */
export function formatCount(locale: Locale, count: number): string {
  return new Intl.NumberFormat(locale).format(count);
}
