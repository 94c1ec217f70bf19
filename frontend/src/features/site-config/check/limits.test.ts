import { expect, test } from 'vitest';
import settings from '../../../../../server/tests/data/site-settings.json';
import limits from '../../../../../server/tests/data/site-settings-limits.json';
import { DRAFT_TABS, type DraftTab } from '../../../config/site-tabs';
import { newId } from '../../../lib/new-id';
import { accessRules } from '../access/levels';
import { carouselRules } from '../carousel/carousel-rules';
import { valueAt, withValueAt } from '../draft/path';
import { homepageRules } from '../homepage/homepage-rules';
import { membershipRules } from '../membership/membership-rules';
import { redirectsRules } from '../redirects/redirects-rules';
import { checkSettings, type Rules } from './check-settings';

type Tab = keyof typeof settings;

const RULES = {
  homepage: homepageRules,
  membership: membershipRules,
  access: accessRules,
  carousel: carouselRules,
  redirects: redirectsRules,
} as unknown as Partial<Record<Tab, Rules<object>>>;

const TYPES = Object.fromEntries(
  Object.values(DRAFT_TABS).map(({ path, type }) => [path, type]),
) as Record<Tab, (typeof DRAFT_TABS)[DraftTab]['type']>;

interface Limit {
  tab: string;
  field: string;
  items?: number;
  chars?: number;
  isRequired?: boolean;
  min?: number;
  max?: number;
}

/** Values at the limits of a field, and those beyond with how they are refused. */
function valuesOf({ items, chars, isRequired, min, max }: Limit, value: unknown) {
  const within: unknown[] = [];
  const beyond: [unknown, string][] = [];
  if (items !== undefined) {
    const [item] = value as unknown[];
    const list = (n: number) => Array.from({ length: n }, (_, at) => distinct(item, at));
    within.push(list(items));
    beyond.push([list(items + 1), 'field.tooMany']);
  }
  if (min !== undefined && max !== undefined) {
    within.push(min, max);
    beyond.push([min - 1, 'field.outOfRange'], [max + 1, 'field.outOfRange']);
  }
  if (chars !== undefined) {
    const begins = value as string;
    const text = (n: number) => begins + '字'.repeat(n - begins.length);
    within.push(text(chars));
    beyond.push([text(chars + 1), 'field.tooLong']);
  }
  if (isRequired) beyond.push(['', 'field.required'], [' ', 'field.required']);
  return { within, beyond };
}

/** Another item like this one: nothing by which items are found stands twice. */
function distinct(item: unknown, at: number): unknown {
  if (typeof item !== 'object' || item === null) return item;
  return {
    ...item,
    ...('id' in item && { id: newId() }),
    ...('categoryId' in item && { categoryId: newId() }),
    ...('documentId' in item && { documentId: newId() }),
    ...('from' in item && { from: `/${at}` }),
  };
}

// The server reads the same limits and settings: `server/src/features/site/settings/schema_check.rs`.
test('one_beyond_a_limit_is_refused', () => {
  expect(limits.length).toBeGreaterThan(100);
  for (const limit of limits as Limit[]) {
    const tab = limit.tab as Tab;
    const valid: object = settings[tab];
    const problems = (value: unknown) =>
      checkSettings(TYPES[tab], withValueAt(valid, limit.field, value), RULES[tab]);
    expect(checkSettings(TYPES[tab], valid, RULES[tab]), tab).toEqual({});
    const { within, beyond } = valuesOf(limit, valueAt(valid, limit.field));
    const name = `${tab} ${limit.field}`;
    for (const value of within) expect(problems(value)[limit.field], name).toBeUndefined();
    for (const [value, key] of beyond) expect(problems(value)[limit.field]?.key, name).toBe(key);
  }
});
