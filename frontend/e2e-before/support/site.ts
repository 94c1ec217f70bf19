import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { giveProfessional, type Person, person, sessionOf } from './accounts';

type WithId = { id: string; generation: number };

/** A site of somebody's personal space. */
export interface TestSite {
  author: Person;
  id: string;
  /** Where visitors read it. */
  origin: string;
  /** Where the console sets it up. */
  path: string;
  /** Writes a document; over a revision of its own it is written anew. Answers its revision. */
  write: (
    title: string,
    content: string,
    documentId?: string,
    revision?: number,
  ) => Promise<number>;
  publish: () => Promise<void>;
  /** What visitors are answered at a path, by the wire alone. */
  read: (path: string, options?: { maxRedirects: number }) => Promise<APIResponse>;
}

/** A site over a base with one category and no documents; unbound, it has no base. */
export async function siteOf(
  request: APIRequestContext,
  { isBound = true }: { isBound?: boolean } = {},
): Promise<TestSite> {
  const author = person('墨客');
  giveProfessional(author);
  const ask = await sessionOf(request, author);
  const base = await ask<WithId>('post', '/teams/personal/knowledge-bases', { title: '手册' });
  const categoryId = randomUUID();
  const changes = `/teams/personal/knowledge-bases/${base.id}/changes`;
  const push = (change: object) =>
    ask<{ results: { revision: number }[] }>('post', changes, {
      device: 'Chrome',
      changes: [{ id: randomUUID(), ...change }],
    });
  await push({
    kind: 'putCategory',
    categoryId,
    name: '入门',
    slug: 'start',
    categoryKind: 'docs',
    description: '',
    position: 1,
  });
  let position = 0;
  const write = async (
    title: string,
    content: string,
    documentId: string = randomUUID(),
    baseRevision = 0,
  ) => {
    position += 1;
    const { results } = await push({
      kind: 'putText',
      documentId,
      baseRevision,
      title,
      isNamed: true,
      routerPath: '',
      content,
      cause: 'edit',
      place: { categoryId, parentId: null, position },
      createdAt: '2026-11-22T08:00:00Z',
    });
    return results[0]?.revision ?? 0;
  };
  const slug = `s${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const site = await ask<WithId>('post', '/teams/personal/sites', {
    name: '墨砚手册',
    description: '写作与建站',
    slug,
    knowledgeBaseId: isBound ? base.id : null,
  });
  const route = `/teams/personal/sites/${site.id}`;
  const publish = async () => {
    await ask<WithId>('post', `${route}/releases`, { note: '' });
    const now = await ask<WithId & { status: string }>('get', route);
    if (now.status === 'published') return;
    const headers = { 'if-match': `"${now.generation}"` };
    await ask<WithId>('patch', route, { status: 'published' }, headers);
  };
  const console = new URL(process.env.E2E_BASE_URL ?? 'http://127.0.0.1');
  return {
    author,
    id: site.id,
    origin: `http://${slug}.localhost:${console.port}`,
    path: `/team/personal/site/${site.id}`,
    write,
    publish,
    // Only browsers know that names below `localhost` are this machine.
    read: (path, options = { maxRedirects: 20 }) =>
      request.get(encodeURI(path), {
        ...options,
        headers: { host: `${slug}.localhost:${console.port}` },
      }),
  };
}
