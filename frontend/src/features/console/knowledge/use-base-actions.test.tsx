// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Team } from '../../../api/types';
import { createKnowledgeBase, listKnowledgeBases } from '../../../storage/knowledge-bases';
import { changeSyncBase } from '../../../storage/sync/rows';
import { enableSync } from '../../../sync/bases';
import { subscribeToTabs } from '../../../sync/channel';
import { closeLibrary, openLibrary } from '../../../testing/library';
import { toast } from '../../../ui/states/toast';
import type { BaseRow } from './rows';
import { useBaseActions } from './use-base-actions';

vi.mock('../../../api/knowledge-bases');

beforeEach(() => openLibrary());
afterEach(closeLibrary);

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
);
const team = { id: 'team', kind: 'personal' } as Team;

test('without_the_server_a_synchronized_base_keeps_its_status_and_category', async () => {
  const { id } = (await createKnowledgeBase('一', '')).knowledgeBase;
  await enableSync(id, 'team');
  await changeSyncBase(id, (base) => ({ ...base, serverId: 'server' }));
  const settings = { title: '一', description: '', category: 'other', status: 'active' } as const;
  const row = { ...settings, localId: id, server: null } as BaseRow;
  const { result } = renderHook(() => useBaseActions(team), { wrapper });
  const refused = { key: 'knowledgeBase.serverUnknown' };
  const { change, setStatus } = result.current;
  await expect(change(row, { ...settings, status: 'archived' })).rejects.toMatchObject(refused);
  await expect(change(row, { ...settings, category: 'tutorial' })).rejects.toMatchObject(refused);
  const failure = vi.spyOn(toast, 'failure');
  setStatus(row, 'archived');
  await vi.waitFor(() => expect(failure).toHaveBeenCalledOnce());
  const [stored] = await listKnowledgeBases();
  expect(stored?.status ?? 'active').toBe('active');
  // A name is sent with the next exchange.
  await change(row, { ...settings, title: '新名' });
  expect((await listKnowledgeBases())[0]?.name).toBe('新名');
});

test('sync_looks_at_once_at_a_base_that_was_removed_for_good', async () => {
  const { result } = renderHook(() => useBaseActions(team), { wrapper });
  const heard: string[] = [];
  const stop = subscribeToTabs(({ kind }) => heard.push(kind));
  await result.current.purge({ title: '一', localId: 'here', server: { id: 's' } } as BaseRow);
  stop();
  expect(heard).toEqual(['wake']);
});
