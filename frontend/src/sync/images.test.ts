import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
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
