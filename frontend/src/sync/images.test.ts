import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error';
import { closeDatabase } from '../storage/db';
import { storeLocalImage } from '../storage/local-images';
import { ModelSyncServer } from '../testing/model-sync-server';
import { ImageExchange } from './images';

const NAME = '0123456789abcdef.png';
const row = { teamId: 'team', serverId: 'base' } as Parameters<ImageExchange['send']>[0];

afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test.each([409, 429])('an_image_without_room_%i_is_sent_a_minute_later', async (status) => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await storeLocalImage(NAME, new Uint8Array([1, 2]).buffer, 'image/png');
  const server = new ModelSyncServer();
  const exchange = new ImageExchange(server);
  const texts = [`![](images/${NAME})`];
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  server.onRequest = (name) => {
    if (name === 'putImage') throw new ApiError('files.quotaExceeded', '', status);
  };
  expect(await exchange.send(row, texts)).toEqual([NAME]);
  server.onRequest = () => undefined;
  now.mockReturnValue(1_059_999);
  expect(await exchange.send(row, texts)).toEqual([NAME]);
  expect(server.images.size).toBe(0);
  now.mockReturnValue(1_060_000);
  expect(await exchange.send(row, texts)).toEqual([]);
  expect([...server.images.keys()]).toEqual([NAME]);
  now.mockRestore();
});

test('an_image_that_was_too_slow_keeps_its_text_back', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await storeLocalImage(NAME, new Uint8Array([1, 2]).buffer, 'image/png');
  const server = new ModelSyncServer();
  server.onRequest = (name) => {
    if (name === 'putImage') throw new ApiError('request.timeout', '', 408);
  };
  const sending = new ImageExchange(server).send(row, [`![](images/${NAME})`]);
  await expect(sending).rejects.toMatchObject({ status: 408 });
});

test('an_image_that_the_role_did_not_allow_is_sent_when_it_does', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await storeLocalImage(NAME, new Uint8Array([1, 2]).buffer, 'image/png');
  const server = new ModelSyncServer();
  const exchange = new ImageExchange(server);
  server.isReadOnly = true;
  await expect(exchange.send(row, [`![](images/${NAME})`])).rejects.toMatchObject({ status: 403 });
  server.isReadOnly = false;
  await exchange.send(row, [`![](images/${NAME})`]);
  expect([...server.images.keys()]).toEqual([NAME]);
});

test.each([
  ['knowledgeBase.archived', 409],
  ['knowledgeBase.inBin', 409],
  ['knowledgeBase.notFound', 404],
])('an_image_of_a_base_that_is_away_is_sent_when_it_is_back_%s', async (key, status) => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await storeLocalImage(NAME, new Uint8Array([1, 2]).buffer, 'image/png');
  const server = new ModelSyncServer();
  const exchange = new ImageExchange(server);
  server.onRequest = (name) => {
    if (name === 'putImage') throw new ApiError(key, '', status);
  };
  await expect(exchange.send(row, [`![](images/${NAME})`])).rejects.toMatchObject({ key });
  server.onRequest = () => undefined;
  expect(await exchange.send(row, [`![](images/${NAME})`])).toEqual([]);
  expect([...server.images.keys()]).toEqual([NAME]);
});
