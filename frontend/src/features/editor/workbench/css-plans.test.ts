import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from '../../../storage/db';
import { type CssConfig, readSettings, writeSettings } from '../../../storage/settings';
import { CssPlans } from './css-plans';

const config = (plans: Record<string, string>): CssConfig => ({
  active: 'a',
  tabs: Object.entries(plans).map(([name, content]) => ({ title: name, name, content })),
});

let nWritten = 0;

function tab(start: CssConfig) {
  const shown = { config: start };
  const plans = new CssPlans({
    get: () => shown.config,
    set: (next) => {
      shown.config = next;
    },
    onWritten: () => {
      nWritten += 1;
    },
  });
  return { shown, plans };
}

const start = config({ a: 'h1{}' });

beforeEach(async () => {
  nWritten = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
  await writeSettings({ css_content_config: start });
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('every_letter_is_written_once_and_makes_no_second_plan', async () => {
  const { shown, plans } = tab(start);
  const writes = ['p', 'p{', 'p{}'].map((content) => {
    shown.config = config({ a: content });
    return plans.save();
  });
  await Promise.all(writes);
  expect(shown.config).toEqual(config({ a: 'p{}' }));
  expect((await readSettings()).css_content_config).toEqual(config({ a: 'p{}' }));
  expect(nWritten).toBe(3);
});

test('what_another_tab_has_written_is_shown_with_what_was_typed_meanwhile', async () => {
  const { shown, plans } = tab(config({ a: 'h1{}' }));
  const other = tab(start);
  other.shown.config = config({ a: 'h1{}', b: '另一页' });
  await other.plans.save();
  const following = plans.follow();
  shown.config = config({ a: '这一页' });
  await following;
  await plans.save();
  expect(shown.config).toEqual(config({ a: '这一页', b: '另一页' }));
  expect((await readSettings()).css_content_config).toEqual(shown.config);
});
