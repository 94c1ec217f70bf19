import type { NewGrant } from '../../../api/types';

export const UNITS = ['months', 'days', 'lifetime'] as const;
export type Unit = (typeof UNITS)[number];

/** Most that is given at once: a hundred years. */
const MOST = { months: 1_200, days: 36_500 } as const;

/** How long a membership is to last; null when `amount` is no whole number from 1 on. */
export function lengthOf(unit: Unit, amount: string): Omit<NewGrant, 'note' | 'packageId'> | null {
  if (unit === 'lifetime') return { isLifetime: true };
  const text = amount.normalize('NFKC').trim();
  const n = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return n >= 1 && n <= MOST[unit] ? { [unit]: n } : null;
}
