import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteKnowledgeBase } from '../../../api/knowledge-bases';
import type { KnowledgeBase } from '../../../api/types';
import { listBinned } from '../../../storage/base-bin';
import { createKnowledgeBase, listKnowledgeBases } from '../../../storage/knowledge-bases';
import { changeSyncBase, getSyncBase } from '../../../storage/sync/rows';
import { enableSync } from '../../../sync/bases';
import { closeLibrary, openLibrary } from '../../../testing/library';
import { binEverywhere } from './bin-base';
import { requireServer } from './require-server';
import type { BaseRow } from './rows';

vi.mock('../../../api/knowledge-bases');

beforeEach(() => openLibrary());
afterEach(async () => {
  vi.mocked(deleteKnowledgeBase).mockReset();
  await closeLibrary();
});

/** A synchronized knowledge base beside another one. */
async function syncedRow(): Promise<{ id: string; row: BaseRow }> {
  await createKnowledgeBase('一', '');
  const { id } = (await createKnowledgeBase('二', '')).knowledgeBase;
  await enableSync(id, 'team');
  await changeSyncBase(id, (base) => ({ ...base, serverId: 'server', cursor: 7 }));
  return { id, row: { localId: id, server: { id: 'server' }, title: '二' } as BaseRow };
}

test('a_base_that_the_server_does_not_bin_stays_here_with_its_sync', async () => {
  const { id, row } = await syncedRow();
  vi.mocked(deleteKnowledgeBase).mockRejectedValue(new Error('no network'));
  await expect(binEverywhere('team', row)).rejects.toThrow('no network');
  expect(await getSyncBase(id)).toMatchObject({ state: 'on', cursor: 7 });
  expect(await listKnowledgeBases()).toHaveLength(2);
});

test('a_base_that_the_server_has_binned_is_in_the_bin_here_and_its_sync_is_off', async () => {
  const { id, row } = await syncedRow();
  // An exchange may see it missing before this browser has turned its sync off.
  vi.mocked(deleteKnowledgeBase).mockImplementation(async () => {
    await changeSyncBase(id, (base) => ({ ...base, problem: 'gone' }));
    return row.server as KnowledgeBase;
  });
  await binEverywhere('team', row);
  expect(await getSyncBase(id)).toMatchObject({ state: 'off', serverId: 'server' });
  expect(await listBinned()).toHaveLength(1);
  // Taken out again it goes on with the same one.
  await enableSync(id, 'team');
  expect(await getSyncBase(id)).toMatchObject({ state: 'on', serverId: 'server' });
});

test('a_synchronized_base_is_not_binned_here_alone_while_the_server_does_not_answer', async () => {
  const { id, row } = await syncedRow();
  await expect(binEverywhere('team', { ...row, server: null })).rejects.toMatchObject({
    key: 'knowledgeBase.serverUnknown',
  });
  expect(await getSyncBase(id)).toMatchObject({ state: 'on', cursor: 7 });
  expect(await listBinned()).toEqual([]);
});

test('only_a_synchronized_base_needs_the_server', async () => {
  const { id, row } = await syncedRow();
  const unknown = { ...row, server: null };
  await expect(requireServer(unknown)).rejects.toMatchObject({
    key: 'knowledgeBase.serverUnknown',
  });
  await requireServer(row);
  // The server does not have it yet, or has it no more.
  await changeSyncBase(id, (base) => ({ ...base, serverId: null }));
  await requireServer(unknown);
  await changeSyncBase(id, (base) => ({ ...base, serverId: 'server', state: 'off' }));
  await requireServer(unknown);
});
