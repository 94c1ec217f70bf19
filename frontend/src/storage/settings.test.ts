// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeBrowser, emptyBrowser } from '../testing/first-post';
import { database } from './db';
import { DEFAULT_SETTINGS, readSettings, writeSettings } from './settings';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

test('settings_keep_what_was_written_and_default_the_rest', async () => {
  await writeSettings({ theme: 'elegant', size: 18 });
  expect(await readSettings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'elegant', size: 18 });
});

test('a_damaged_setting_takes_its_default', async () => {
  const db = await database();
  await db.put('settings', { key: 'size', value: 'huge' });
  await db.put('settings', { key: 'color', value: 'red;}' });
  await db.put('settings', { key: 'unknown', value: 1 });
  expect(await readSettings()).toEqual(DEFAULT_SETTINGS);
});
