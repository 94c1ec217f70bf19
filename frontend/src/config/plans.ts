/** Price of the professional plan, in yuan a month. Source: specification §1 and §9. */
export const PROFESSIONAL_YUAN_PER_MONTH = 299;

/** Months that the yearly option gives on top of the twelve that are paid. Source: specification §1 and §9. */
export const YEARLY_EXTRA_MONTHS = 2;

/** Months that the yearly option charges. */
const YEARLY_PAID_MONTHS = 12;

/** Share of a site's income that stays with its creator, in percent. Source: specification §1 and §9. */
export const CREATOR_SHARE_PERCENT = 100;

/** What a year costs and saves, in yuan. */
interface YearlyPrice {
  total: number;
  months: number;
  perMonth: number;
  saved: number;
}

/** The yearly option: twelve months are paid, the extra ones are not; `saved` is against paying the same months singly. */
export function yearlyPrice(perMonth = PROFESSIONAL_YUAN_PER_MONTH): YearlyPrice {
  const total = perMonth * YEARLY_PAID_MONTHS;
  const months = YEARLY_PAID_MONTHS + YEARLY_EXTRA_MONTHS;
  return { total, months, perMonth: total / months, saved: perMonth * months - total };
}
