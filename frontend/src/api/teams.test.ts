// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { connectApi } from './client';
import { listAllMembers } from './teams';

afterEach(() => vi.unstubAllGlobals());

test('members_of_all_pages_are_listed', async () => {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const cursor = new URL(url).searchParams.get('cursor');
    asked.push(cursor);
    const data =
      cursor === null
        ? { items: [{ userId: 'a' }], nextCursor: 'more' }
        : { items: [{ userId: 'b' }], nextCursor: null };
    return new Response(JSON.stringify({ code: 1, message: '', data }));
  });
  connectApi({ token: () => 't', language: () => 'en', onUnauthorized: () => undefined });
  expect((await listAllMembers('team')).map((member) => member.userId)).toEqual(['a', 'b']);
  expect(asked).toEqual([null, 'more']);
});
