// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { closeSession, openSession, session, type UserInfo, updateUser } from './session';

const account = (id: string, nickname: string): UserInfo => ({
  id,
  nickname,
  locale: 'zh-CN',
  roles: [],
  personalTeamId: `team-${id}`,
  createdAt: '2026-01-01T00:00:00Z',
});

beforeEach(() => closeSession());

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
