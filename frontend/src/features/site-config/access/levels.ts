import { LIMITS } from '../../../api/generated/site-settings';
import type { AccessLevel, AccessRules } from '../../../api/site-settings';
import type { FoundProblems } from '../check/found-problems';

/** From the most to the least. */
export const LEVELS: readonly AccessLevel[] = ['free', 'partial', 'members', 'hidden'];
export const AUDIENCES = ['guest', 'nonMember'] as const;
export type RuledAudience = (typeof AUDIENCES)[number];

/** What is different for a category or a document; what is absent is inherited. */
export interface Rule {
  guest?: AccessLevel | null;
  nonMember?: AccessLevel | null;
  partialChars?: number | null;
}

/** A rule that says nothing. */
export const NO_RULE = { guest: null, nonMember: null, partialChars: null } as const;

/** Whether `a` shows less than `b`. */
const showsLess = (a: AccessLevel, b: AccessLevel) => LEVELS.indexOf(a) > LEVELS.indexOf(b);

/** Of two levels the one that shows more. */
export const moreOf = (a: AccessLevel, b: AccessLevel) => (showsLess(a, b) ? b : a);

/** The rules with another rule for a category or a document. One that says nothing of its own is none. */
export function withRule<R extends Rule>(
  rules: readonly R[],
  isOwn: (rule: R) => boolean,
  empty: R,
  changes: Rule,
): R[] {
  const known = rules.find(isOwn);
  const next = { ...(known ?? empty), ...changes };
  const isEmpty = [next.guest, next.nonMember, next.partialChars].every(
    (part) => part === null || part === undefined,
  );
  if (isEmpty) return rules.filter((rule) => !isOwn(rule));
  return known === undefined ? [...rules, next] : rules.map((rule) => (isOwn(rule) ? next : rule));
}

/** Whether the server can read the numbers of the rules: a field that is being emptied has none. */
export function isReadable(value: AccessRules): boolean {
  const all: Rule[] = [value, ...value.categories, ...value.documents];
  return all.every(
    ({ partialChars }) =>
      partialChars === null ||
      partialChars === undefined ||
      (Number.isInteger(partialChars) &&
        partialChars >= 0 &&
        partialChars <= LIMITS.AccessRules.partialChars.maximum),
  );
}

/** Nobody sees less once logged in. */
export function accessRules(found: FoundProblems, value: AccessRules): void {
  if (showsLess(value.nonMember, value.guest)) found.add('nonMember', 'access.lessThanGuest');
  value.categories.forEach((rule, index) => {
    checkLevels(found, `categories[${index}]`, rule, value.guest);
  });
  // What a document inherits from its category only the server knows: here its own rule counts.
  value.documents.forEach((rule, index) => {
    checkLevels(found, `documents[${index}]`, rule, 'hidden');
  });
}

function checkLevels(
  found: FoundProblems,
  path: string,
  rule: Rule,
  inheritedGuest: AccessLevel,
): void {
  if (rule.nonMember && showsLess(rule.nonMember, rule.guest ?? inheritedGuest)) {
    found.add(`${path}.nonMember`, 'access.lessThanGuest');
  }
}
