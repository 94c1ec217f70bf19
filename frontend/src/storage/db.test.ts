// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATABASE_NAME } from '../config/constants';
import { closeBrowser, emptyBrowser } from '../testing/first-post';
import { closeDatabase, database, hasDatabase } from './db';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

test('the_database_has_the_four_stores_of_the_specification', async () => {
  const db = await database();
  expect(db.name).toBe(DATABASE_NAME);
  expect(db.version).toBe(1);
  expect([...db.objectStoreNames]).toEqual(['categories', 'knowledgeBases', 'posts', 'settings']);
});

test('asking_whether_there_is_a_database_makes_none', async () => {
  expect(await hasDatabase()).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
  await database();
  await closeDatabase();
  expect(await hasDatabase()).toBe(true);
});

test('a_browser_that_throws_on_opening_is_a_failure_like_any_other', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  await expect(database()).rejects.toMatchObject({ key: 'storage.unavailable' });
});
