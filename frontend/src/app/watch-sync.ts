import { whenIdle } from '../lib/browser/when-idle';
import { session } from '../storage/session';
import { listSyncBases } from '../storage/sync/rows';
import { publishToTabs, subscribeToTabs } from '../sync/channel';
import { runSync } from '../sync/runner';
import { syncServer } from '../sync/server';
import { readStates } from '../sync/states';
import { syncStatus } from '../sync/status';
import { fieldReader } from '../transfer/field-reader';

/** Begins to synchronize as soon as somebody is logged in and a knowledge base is synchronized. */
export function watchSync(): void {
  let stop: (() => void) | undefined;
  const look = async () => {
    const rows = await listSyncBases();
    if (!syncStatus.get().isKnown) syncStatus.set({ isKnown: true, bases: await readStates() });
    const { token, user } = session.get();
    const isWanted =
      token !== null && rows.some((row) => row.userId === user?.id && row.state === 'on');
    if (isWanted && stop === undefined) {
      stop = runSync({ api: syncServer, device: deviceName(), fieldReader });
      publishToTabs({ kind: 'ask' });
    }
    if (token === null) {
      stop?.();
      stop = undefined;
      syncStatus.set({ bases: await readStates(), presences: [] });
    }
  };
  // A browser whose database cannot be read synchronizes nothing; the editor says why.
  const start = () => void look().catch(() => undefined);
  subscribeToTabs((message) => {
    if (message.kind === 'wake') start();
    if (message.kind === 'status') {
      const { bases, presences } = message;
      syncStatus.set({ isKnown: true, bases, presences });
    }
  });
  session.subscribe(start);
  whenIdle(start, 500);
}

/** What others read beside a revision, such as `Chrome · Windows`. */
function deviceName(): string {
  const { userAgent } = navigator;
  const find = (names: readonly [string, RegExp][]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
  return [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== '').join(' · ');
}

const BROWSERS = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /Edg\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const satisfies readonly [string, RegExp][];

const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const satisfies readonly [string, RegExp][];
