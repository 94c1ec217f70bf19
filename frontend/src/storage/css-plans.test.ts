import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mergedCss, writeCssPlans } from './css-plans';
import { closeDatabase } from './db';
import { type CssConfig, readSettings, writeSettings } from './settings';

const config = (active: string, plans: Record<string, string>): CssConfig => ({
  active,
  tabs: Object.entries(plans).map(([name, content]) => ({ title: name, name, content })),
});
const base = config('a', { a: 'h1{}', b: 'h2{}' });

test.each([
  ['what_only_this_tab_changed', { a: '改', b: 'h2{}' }, base, { a: '改', b: 'h2{}' }],
  ['what_only_the_other_changed', base, { a: '改', b: 'h2{}' }, { a: '改', b: 'h2{}' }],
  [
    'plans_that_both_have_added',
    { a: 'h1{}', b: 'h2{}', c: '丙' },
    { a: 'h1{}', b: 'h2{}', d: '丁' },
    { a: 'h1{}', b: 'h2{}', d: '丁', c: '丙' },
  ],
  ['what_this_tab_removed_is_gone', { a: 'h1{}' }, base, { a: 'h1{}' }],
  ['what_the_other_removed_is_gone', base, { a: 'h1{}' }, { a: 'h1{}' }],
  [
    'a_plan_that_one_removed_and_the_other_edited_stays',
    { a: 'h1{}' },
    { a: 'h1{}', b: '改' },
    { a: 'h1{}', b: '改' },
  ],
  ['and_the_other_way_round', { a: 'h1{}', b: '改' }, { a: 'h1{}' }, { a: 'h1{}', b: '改' }],
  [
    'a_plan_that_both_have_edited_is_kept_twice',
    { a: '我的', b: 'h2{}' },
    { a: '他的', b: 'h2{}' },
    { a: '我的', b: 'h2{}', 'a 2': '他的' },
  ],
  [
    'an_empty_plan_is_no_second_one',
    { a: '我的', b: 'h2{}' },
    { a: '', b: 'h2{}' },
    { a: '我的', b: 'h2{}' },
  ],
] as const)('merged_%s', (_name, mine, theirs, merged) => {
  const of = (given: object) =>
    given === base ? base : config('a', given as Record<string, string>);
  expect(mergedCss(base, of(mine), of(theirs))).toEqual(config('a', merged));
});

test('the_order_of_this_tab_stays_when_the_other_changed_nothing', () => {
  const mine = config('c', { c: '丙', b: 'h2{}', a: 'h1{}' });
  expect(mergedCss(base, mine, base).tabs).toEqual(mine.tabs);
});

test('the_active_plan_is_this_tabs_unless_it_is_gone', () => {
  expect(mergedCss(base, { ...base, active: 'b' }, base).active).toBe('b');
  expect(mergedCss(base, { ...base, active: 'b' }, config('a', { a: 'h1{}' })).active).toBe('a');
});

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('a_stale_tab_that_adds_a_plan_leaves_the_plans_of_another', async () => {
  await writeSettings({ css_content_config: base });
  // Another tab has written a plan meanwhile.
  await writeSettings({ css_content_config: config('b', { a: 'h1{}', b: '另一页写的样式' }) });
  const mine = config('c', { a: 'h1{}', b: 'h2{}', c: '' });
  const merged = await writeCssPlans(base, mine);
  expect(merged).toEqual(config('c', { a: 'h1{}', b: '另一页写的样式', c: '' }));
  expect((await readSettings()).css_content_config).toEqual(merged);
});
