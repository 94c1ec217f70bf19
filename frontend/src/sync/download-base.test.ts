import { beforeEach, expect, test } from 'vitest';
import { ModelSyncServer } from '../testing/model-sync-server';
import { downloadBase } from './download-base';
import type { Change } from './protocol';

const CATEGORY = '00000000-0000-4000-8000-000000000001';
const IMAGE = '0123456789abcdef.png';
const MISSING = 'fedcba9876543210.png';
let server: ModelSyncServer;
let serverId: string;

const fieldsOf = (_content: string, title: string) => ({ title, date: '', tags: [], draft: false });

function text(n: number, content: string): Change {
  const documentId = `00000000-0000-4000-8000-1000000000${String(n).padStart(2, '0')}`;
  return {
    id: crypto.randomUUID(),
    kind: 'putText',
    documentId,
    baseRevision: 0,
    title: `t${n}`,
    isNamed: true,
    routerPath: '',
    content,
    cause: 'edit',
    place: { categoryId: CATEGORY, parentId: null, position: n },
    createdAt: '2026-01-01T00:00:00Z',
  };
}

beforeEach(async () => {
  server = new ModelSyncServer();
  serverId = (await server.create('team', { title: '库', description: '' }, 'key')).id;
  const docs: Change = {
    id: crypto.randomUUID(),
    kind: 'putCategory',
    categoryId: CATEGORY,
    name: 'docs',
    slug: 'docs',
    categoryKind: 'docs',
    description: '',
    position: 1,
  };
  const many = Array.from({ length: 12 }, (_, n) => text(n, `![](images/${IMAGE}) ${n}`));
  const changes = [docs, ...many, text(12, `![](images/${MISSING})`), text(13, 'gone')];
  await server.push('team', serverId, { seen: NOTHING_SEEN, changes });
  const gone = text(13, '');
  if (gone.kind !== 'putText') return;
  const { documentId } = gone;
  const baseRevision = server.of(serverId).documents.get(documentId)?.textRevision ?? 0;
  await server.push('team', serverId, {
    seen: NOTHING_SEEN,
    changes: [{ id: crypto.randomUUID(), kind: 'deleteDocument', documentId, baseRevision }],
  });
  server.images.set(IMAGE, new Blob([new Uint8Array([1, 2])]));
});

const NOTHING_SEEN = { revision: 0, lastChange: null };

test('a_knowledge_base_is_read_as_a_whole_with_the_images_that_can_be_had', async () => {
  const seen: string[] = [];
  const whole = await downloadBase(
    server,
    { teamId: 'team', serverId, nDocuments: 13 },
    {
      fieldsOf,
      onProgress: (done, total) => seen.push(`${done}/${total}`),
      signal: new AbortController().signal,
    },
  );
  expect(whole.knowledgeBase.name).toBe('库');
  expect(whole.categories.map(({ name }) => name)).toEqual(['docs']);
  expect(whole.posts.map(({ title }) => title).sort()).toEqual(
    Array.from({ length: 13 }, (_, n) => `t${n}`).sort(),
  );
  expect([...whole.images.keys()]).toEqual([IMAGE]);
  expect(seen).toContain('13/13');
  expect(seen.at(-1)).toBe('1/2');
});

test('a_download_that_is_ended_asks_for_nothing_more', async () => {
  const ending = new AbortController();
  const download = downloadBase(
    server,
    { teamId: 'team', serverId, nDocuments: 13 },
    { fieldsOf, onProgress: () => ending.abort(), signal: ending.signal },
  );
  const before = server.nRequests;
  await expect(download).rejects.toMatchObject({ key: 'export.canceled' });
  expect(server.nRequests).toBeLessThanOrEqual(before + 2);
});
