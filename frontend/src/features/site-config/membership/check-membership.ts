import type { Membership, Package } from '../../../api/site-settings';
import {
  CONTACT_MAX_CHARS,
  DEVICES_MAX,
  GRACE_MAX_DAYS,
  MEMBER_BENEFIT_MAX_CHARS,
  MEMBER_BENEFITS_MAX,
  PACKAGE_NAME_MAX_CHARS,
  PACKAGES_MAX,
  REFUND_POLICY_MAX_CHARS,
} from '../../../config/site-limits';
import { FieldChecks } from '../check/field-checks';
import type { Problems } from '../draft/draft';
import { parsePrice } from './price';

/** What is wrong with packages and benefits, as the server sees it too. */
export function checkMembership(value: Membership): Problems {
  const found = new FieldChecks();
  let nRecommended = 0;
  found.list('packages', value.packages, PACKAGES_MAX, (path, item) => {
    found.text(`${path}.name`, item.name, { max: PACKAGE_NAME_MAX_CHARS, isRequired: true });
    checkPrice(found, `${path}.price`, item);
    checkLines(found, `${path}.benefits`, item.benefits);
    nRecommended += item.isRecommended ? 1 : 0;
    if (item.isRecommended && nRecommended > 1) {
      found.add(`${path}.isRecommended`, 'package.secondRecommended');
    }
  });
  checkLines(found, 'generalBenefits', value.generalBenefits);
  found.range('graceDays', value.graceDays, 0, GRACE_MAX_DAYS);
  found.range('maxDevices', value.maxDevices, 1, DEVICES_MAX);
  found.text('refundPolicy', value.refundPolicy, { max: REFUND_POLICY_MAX_CHARS, hasLines: true });
  found.text('contact', value.contact, { max: CONTACT_MAX_CHARS });
  return found.problems;
}

function checkPrice(found: FieldChecks, at: string, { price: text, period }: Package) {
  const price = parsePrice(text);
  if (price === null) found.add(at, 'price.invalid');
  else if (price.period !== null && price.period !== period) found.add(at, 'price.periodDiffers');
}

function checkLines(found: FieldChecks, at: string, lines: readonly string[]) {
  found.list(at, lines, MEMBER_BENEFITS_MAX, (path, line) => {
    found.text(path, line, { max: MEMBER_BENEFIT_MAX_CHARS });
  });
}
