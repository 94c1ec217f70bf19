import type { ContentDocument } from '../../../api/site-content';
import type { AccessLevel, AccessRules } from '../../../api/site-settings';
import { PARTIAL_MAX_CHARS } from '../../../config/site-limits';
import { FieldChecks } from '../check/field-checks';
import type { Problems } from '../draft/draft';

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

/** Whether `a` shows less than `b`. */
export const showsLess = (a: AccessLevel, b: AccessLevel) => LEVELS.indexOf(a) > LEVELS.indexOf(b);

/** What an audience sees of a document, and the rule that decides: as the server's gate decides it. */
export function decide(
  rules: AccessRules,
  document: Pick<ContentDocument, 'id' | 'categoryId'>,
  audience: RuledAudience,
): { level: AccessLevel; rule: 'document' | 'category' | 'site' } {
  const own = narrowest(rules, document, audience);
  if (audience === 'guest') return own;
  // Whoever is logged in never sees less than a guest.
  const guest = narrowest(rules, document, 'guest');
  return showsLess(own.level, guest.level) ? guest : own;
}

function narrowest(
  rules: AccessRules,
  document: Pick<ContentDocument, 'id' | 'categoryId'>,
  audience: RuledAudience,
): { level: AccessLevel; rule: 'document' | 'category' | 'site' } {
  const ofDocument = rules.documents.find(({ documentId }) => documentId === document.id);
  const ofCategory = rules.categories.find(({ categoryId }) => categoryId === document.categoryId);
  const [own, category] = [ofDocument?.[audience], ofCategory?.[audience]];
  if (own) return { level: own, rule: 'document' };
  if (category) return { level: category, rule: 'category' };
  return { level: rules[audience], rule: 'site' };
}

/** How many documents an audience sees how much of. */
export function countLevels(
  rules: AccessRules,
  documents: readonly ContentDocument[],
  audience: RuledAudience,
): Record<AccessLevel, number> {
  const counts = { free: 0, partial: 0, members: 0, hidden: 0 };
  for (const document of documents) counts[decide(rules, document, audience).level] += 1;
  return counts;
}

/** Documents that an audience sees less of, more of, or not at all any more. */
export function impactOf(
  before: AccessRules,
  after: AccessRules,
  documents: readonly ContentDocument[],
  audience: RuledAudience,
): { nLess: number; nMore: number; nHidden: number } {
  const impact = { nLess: 0, nMore: 0, nHidden: 0 };
  for (const document of documents) {
    const was = decide(before, document, audience).level;
    const is = decide(after, document, audience).level;
    if (showsLess(is, was)) impact.nLess += 1;
    if (showsLess(was, is)) impact.nMore += 1;
    if (is === 'hidden' && was !== 'hidden') impact.nHidden += 1;
  }
  return impact;
}

/** What is wrong with the rules, as the server sees it too. */
export function checkAccess(value: AccessRules): Problems {
  const found = new FieldChecks();
  if (showsLess(value.nonMember, value.guest)) found.add('nonMember', 'access.lessThanGuest');
  found.range('partialChars', value.partialChars, 0, PARTIAL_MAX_CHARS);
  for (const [at, rule] of value.categories.entries()) {
    checkRule(found, `categories[${at}]`, rule, value);
  }
  // What a document inherits from its category only the server knows: here its own rule counts.
  for (const [at, rule] of value.documents.entries()) {
    const isOwn = Boolean(rule.guest && rule.nonMember);
    checkRule(
      found,
      `documents[${at}]`,
      rule,
      isOwn ? value : { guest: 'hidden', nonMember: 'free' },
    );
  }
  return found.problems;
}

function checkRule(
  found: FieldChecks,
  path: string,
  rule: Rule,
  inherited: Pick<AccessRules, 'guest' | 'nonMember'>,
): void {
  if (showsLess(rule.nonMember ?? inherited.nonMember, rule.guest ?? inherited.guest)) {
    found.add(`${path}.nonMember`, 'access.lessThanGuest');
  }
  if (typeof rule.partialChars === 'number') {
    found.range(`${path}.partialChars`, rule.partialChars, 0, PARTIAL_MAX_CHARS);
  }
}
