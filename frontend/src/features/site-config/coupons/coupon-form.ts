import type { Coupon, CouponTerms, NewCoupon } from '../../../api/types';
import { parseFen, yuanText } from '../../../lib/money';

/** The fields of a coupon as they are typed. Days are `YYYY-MM-DD`, empty for none. */
export interface CouponForm {
  code: string;
  kind: 'percent' | 'amount';
  percent: string;
  amount: string;
  packageIds: readonly string[];
  startsOn: string;
  endsOn: string;
  maxUses: string;
  maxUsesPerVisitor: string;
}

export type CouponField =
  | 'code'
  | 'percent'
  | 'amount'
  | 'endsOn'
  | 'maxUses'
  | 'maxUsesPerVisitor';

/** Letters and digits that cannot be taken for each other. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const CODE = /^[A-Z0-9-]{3,32}$/;

/** An empty form, or that of a coupon. */
export function couponForm(coupon?: Coupon): CouponForm {
  return {
    code: coupon?.code ?? '',
    kind: coupon?.amountOffFen ? 'amount' : 'percent',
    percent: coupon?.percentOff ? String(coupon.percentOff) : '',
    amount: coupon?.amountOffFen ? yuanText(coupon.amountOffFen) : '',
    packageIds: coupon?.packageIds ?? [],
    startsOn: localDayOf(coupon?.startsAt, 0),
    // The day that ends is the last one that counts.
    endsOn: localDayOf(coupon?.endsAt, 1),
    maxUses: coupon?.maxUses ? String(coupon.maxUses) : '',
    maxUsesPerVisitor: coupon?.maxUsesPerVisitor ? String(coupon.maxUsesPerVisitor) : '',
  };
}

/** A code that nobody has thought of: eight letters and digits. */
export function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => SIGNS[byte % SIGNS.length] ?? 'A').join('');
}

/** What the form asks for, or the fields that say nothing sound. */
export function readCouponForm(form: CouponForm): NewCoupon | { problems: CouponField[] } {
  const code = form.code.normalize('NFKC').trim().toUpperCase();
  const isPercent = form.kind === 'percent';
  const percent = wholeNumber(form.percent);
  const amountOffFen = parseFen(form.amount);
  const maxUses = wholeNumber(form.maxUses);
  const maxUsesPerVisitor = wholeNumber(form.maxUsesPerVisitor);
  const problems: CouponField[] = [];
  if (!CODE.test(code)) problems.push('code');
  if (isPercent && !(percent !== null && percent >= 1 && percent <= 100)) problems.push('percent');
  if (!isPercent && amountOffFen === null) problems.push('amount');
  if (form.startsOn !== '' && form.endsOn !== '' && form.endsOn < form.startsOn) {
    problems.push('endsOn');
  }
  if (form.maxUses.trim() !== '' && !maxUses) problems.push('maxUses');
  if (form.maxUsesPerVisitor.trim() !== '' && !maxUsesPerVisitor)
    problems.push('maxUsesPerVisitor');
  if (problems.length > 0) return { problems };
  return {
    code,
    percentOff: isPercent ? percent : null,
    amountOffFen: isPercent ? null : amountOffFen,
    packageIds: [...form.packageIds],
    startsAt: momentOf(form.startsOn, 0),
    endsAt: momentOf(form.endsOn, 1),
    maxUses,
    maxUsesPerVisitor,
  };
}

/** The terms of a coupon, without what never changes. */
export function termsOf(coupon: NewCoupon): Omit<CouponTerms, 'isArchived'> {
  const { code: _code, percentOff: _percent, amountOffFen: _amount, ...terms } = coupon;
  return terms;
}

function wholeNumber(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
}

/** The first moment of a day where the browser is, or of a later one; null for no day. */
export function momentOf(day: string, daysLater: number): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  return new Date(year, month - 1, date + daysLater).toISOString();
}

function localDayOf(iso: string | null | undefined, daysEarlier: number): string {
  if (!iso) return '';
  const moment = new Date(iso);
  // A moment before the end: the first of a day belongs to the day before.
  const date = new Date(moment.getTime() - daysEarlier);
  const part = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
