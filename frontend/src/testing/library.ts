import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { closeDatabase } from '../storage/db';
import { closeSession, openSession } from '../storage/session';

/** An empty library of an account that is logged in, with a personal team. */
export function openLibrary(personalTeamId = 'team') {
  vi.stubGlobal('indexedDB', new IDBFactory());
  openSession('token', {
    id: 'ann',
    nickname: 'ann',
    locale: 'en',
    roles: [],
    personalTeamId,
    createdAt: '2026-01-01',
  });
}

/** Logs out and closes the library. */
export async function closeLibrary() {
  closeSession();
  await closeDatabase();
  vi.unstubAllGlobals();
}
