// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { getTeamViews } from '../api/teams';
import { startI18n } from '../i18n';
import { connection, startConnection } from './connection';

/** Which addresses get no answer. */
let isKeptOut: (path: string) => boolean;
const asked: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  connection.set({ isServerReached: true });
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (isKeptOut(pathname)) throw new TypeError('Failed to fetch');
    return Response.json({ code: 1, message: '', data: { status: 'ok' } });
  });
  startConnection(await startI18n('en'));
});

/** Asks for views, and waits until the failure of it is judged. */
async function askForViews(): Promise<void> {
  await getTeamViews('personal', '30').catch(() => undefined);
  await vi.waitFor(() => expect(asked).toContain('/api/health'));
  await new Promise((resolve) => setTimeout(resolve));
}

test('one_request_that_the_browser_keeps_back_is_no_server_that_is_away', async () => {
  isKeptOut = (path) => path.endsWith('/views');
  const seen: boolean[] = [];
  const unsubscribe = connection.subscribe(() => seen.push(connection.get().isServerReached));
  await askForViews();
  await askForViews();
  unsubscribe();
  expect(seen).not.toContain(false);
});

test('a_server_that_is_away_is_noticed_once_and_seen_again', async () => {
  isKeptOut = () => true;
  await askForViews();
  expect(connection.get().isServerReached).toBe(false);
  expect(asked.filter((path) => path === '/api/health')).toHaveLength(1);
  isKeptOut = () => false;
  await getTeamViews('personal', '30');
  expect(connection.get().isServerReached).toBe(true);
});
