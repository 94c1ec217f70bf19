import { expect, test } from 'vitest';
import { newId } from '../../../lib/new-id';
import { checkAccess } from '../access/levels';
import { checkAppearance } from '../appearance/appearance-tab';
import { checkBasicInfo } from '../basic-info/check-basic-info';
import { checkCarousel } from '../carousel/check-carousel';
import type { Problems } from '../draft/draft';
import { valueAt, withValueAt } from '../draft/path';
import { checkHomepage } from '../homepage/check-homepage';
import { checkIndex } from '../knowledge-base/check-index';
import { checkMembership } from '../membership/check-membership';
import { checkNavigation } from '../navigation/navigation-tab';
import { checkRedirects } from '../redirects/check-redirects';
import { limits, tabs } from './limits.json';

const CHECKS = {
  'basic-info': checkBasicInfo,
  homepage: checkHomepage,
  membership: checkMembership,
  access: checkAccess,
  carousel: checkCarousel,
  index: checkIndex,
  navigation: checkNavigation,
  appearance: checkAppearance,
  redirects: checkRedirects,
} as unknown as Record<keyof typeof tabs, (value: object) => Problems>;

interface Limit {
  tab: string;
  field: string;
  items?: number;
  chars?: number;
  begins?: string;
  min?: number;
  max?: number;
  /** Nothing else can be chosen: only the server is told more. */
  isChoice?: boolean;
}

/** Values at the limits of a field, and those beyond. */
function valuesOf({ items, chars, begins = '', min, max }: Limit, value: unknown) {
  if (items !== undefined) {
    const [item] = value as unknown[];
    const list = (n: number) => Array.from({ length: n }, (_, at) => distinct(item, at));
    return { key: 'field.tooMany', within: [list(items)], beyond: [list(items + 1)] };
  }
  if (chars !== undefined) {
    const text = (n: number) => begins + '字'.repeat(n - begins.length);
    return { key: 'field.tooLong', within: [text(chars)], beyond: [text(chars + 1)] };
  }
  const [least, most] = [min ?? 0, max ?? 0];
  const beyond = least > 0 ? [least - 1, most + 1] : [most + 1];
  return { key: 'field.outOfRange', within: [least, most], beyond };
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

for (const limit of limits as Limit[]) {
  test(`one_beyond_a_limit_is_refused: ${limit.tab} ${limit.field}`, () => {
    const tab = limit.tab as keyof typeof tabs;
    const valid: object = tabs[tab];
    const { key, within, beyond } = valuesOf(limit, valueAt(valid, limit.field));
    const problems = (value: unknown) => CHECKS[tab](withValueAt(valid, limit.field, value));
    for (const value of within) expect(problems(value)).toEqual({});
    for (const value of limit.isChoice ? [] : beyond)
      expect(problems(value)[limit.field]?.key).toBe(key);
  });
}
