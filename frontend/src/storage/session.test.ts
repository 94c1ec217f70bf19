// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  canKeepSession,
  closeSession,
  openSession,
  session,
  subscribeToOtherTabs,
  type UserInfo,
  updateUser,
} from './session';

const account = (id: string, nickname: string): UserInfo => ({
  id,
  nickname,
  locale: 'zh-CN',
  roles: [],
  personalTeamId: `team-${id}`,
  createdAt: '2026-01-01T00:00:00Z',
});

beforeEach(() => closeSession());
afterEach(() => vi.unstubAllGlobals());

/** A storage that takes nothing, as one that is full or forbidden. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
}

/** The page comes back out of the memory of pages. */
const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

test('a_changed_account_takes_the_place_of_its_older_self', () => {
  openSession('token-1', account('1', '墨客'));
  updateUser(account('1', '砚主'));
  expect(session.get()).toMatchObject({ token: 'token-1', user: { id: '1', nickname: '砚主' } });
  expect(JSON.parse(localStorage.getItem('userInfo') ?? 'null')).toMatchObject({
    nickname: '砚主',
  });
});

test('a_late_answer_about_one_account_is_not_put_on_the_session_of_another', () => {
  openSession('token-1', account('1', '墨客'));
  closeSession();
  openSession('token-2', account('2', '砚主'));
  updateUser(account('1', '墨客'));
  expect(session.get()).toMatchObject({ token: 'token-2', user: { id: '2' } });
  expect(JSON.parse(localStorage.getItem('userInfo') ?? 'null')).toMatchObject({ id: '2' });
});

test('an_answer_that_comes_after_the_logout_opens_no_session', () => {
  openSession('token-1', account('1', '墨客'));
  closeSession({ loggedOutByUser: true });
  updateUser(account('1', '墨客'));
  expect(session.get()).toMatchObject({ token: null, user: null, loggedOutByUser: true });
});

test('whether_the_browser_keeps_a_session_is_told', () => {
  expect(canKeepSession()).toBe(true);
  expect(openSession('token-1', account('1', '墨客'))).toBe(true);
  refuseStorage();
  expect(canKeepSession()).toBe(false);
  expect(openSession('token-2', account('2', '砚主'))).toBe(false);
  expect(session.get()).toMatchObject({ token: 'token-2', user: { id: '2' } });
});

test('of_a_session_that_has_no_room_no_half_is_kept', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem(key: string, value: string) {
      if (kept.size > 0 && key === 'token') throw new DOMException('no room', 'QuotaExceededError');
      kept.set(key, value);
    },
  });
  kept.set('token', 'token-1');
  expect(openSession('token-2', account('2', '砚主'))).toBe(false);
  expect([...kept]).toEqual([]);
});

test('an_account_whose_news_has_no_room_stays_logged_in', () => {
  openSession('token-1', account('1', '墨客'));
  const kept = localStorage.getItem('userInfo');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'token' ? 'token-1' : kept),
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError');
    },
    removeItem: () => expect.fail('the session was forgotten'),
  });
  updateUser(account('1', '砚主'));
  expect(session.get().user?.nickname).toBe('砚主');
});

test('a_page_that_comes_back_follows_what_was_done_meanwhile', () => {
  const leave = subscribeToOtherTabs();
  openSession('token-1', account('1', '墨客'));
  localStorage.removeItem('token');
  comeBack();
  expect(session.get().token).toBeNull();
  leave();
});

test('a_page_that_comes_back_keeps_a_session_that_only_it_knows', () => {
  const leave = subscribeToOtherTabs();
  refuseStorage();
  openSession('token-1', account('1', '墨客'));
  comeBack();
  expect(session.get().token).toBe('token-1');
  leave();
});
