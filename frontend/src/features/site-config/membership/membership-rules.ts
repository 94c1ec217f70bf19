import type { Membership, Package } from '../../../api/site-settings';
import type { FoundProblems } from '../check/found-problems';
import { parsePrice } from './price';

/** Prices are read as the server reads them; at most one package is recommended. */
export function membershipRules(found: FoundProblems, { packages }: Membership): void {
  const recommended = packages.findIndex(({ isRecommended }) => isRecommended);
  for (const [index, item] of packages.entries()) {
    const path = `packages[${index}]`;
    checkPrice(found, `${path}.price`, item);
    if (item.isRecommended && index > recommended) {
      found.add(`${path}.isRecommended`, 'package.secondRecommended');
    }
  }
}

function checkPrice(found: FoundProblems, at: string, { price: text, period }: Package) {
  const price = parsePrice(text);
  if (price === null) found.add(at, 'price.invalid');
  else if (price.period !== null && price.period !== period) found.add(at, 'price.periodDiffers');
}
