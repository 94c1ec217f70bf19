// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { closeSession, openSession, type UserInfo } from '../../../storage/session';
import { ProfilePanel } from './profile-panel';

afterEach(cleanup);

const words = await startI18n('zh-CN');
await loadFeatureWords(words, 'auth');
const account = (id: string): UserInfo => ({
  id,
  nickname: '墨客',
  locale: 'zh-CN',
  roles: [],
  personalTeamId: `team-${id}`,
  createdAt: '2026-01-01T00:00:00Z',
});

/** Logs in and shows the panel. */
function show(user: UserInfo): HTMLInputElement {
  openSession(`token-${user.id}`, user);
  render(
    <I18nextProvider i18n={words}>
      <ProfilePanel user={user} minimums={{ passwordMin: 6, nicknameMin: 2 }} />
    </I18nextProvider>,
  );
  return screen.getByLabelText<HTMLInputElement>('昵称');
}

/** Writes a nickname, and is logged out. */
function writeAndLeave(how?: { loggedOutByUser: boolean }): void {
  fireEvent.input(show(account('1')), { target: { value: '砚主' } });
  closeSession(how);
  cleanup();
}

test('a_nickname_that_was_being_written_when_the_session_ended_is_there_again', () => {
  writeAndLeave();
  expect(show(account('1')).value).toBe('砚主');
  cleanup();
  expect(show(account('1')).value).toBe('墨客');
});

test('what_one_account_wrote_is_not_shown_to_another_or_after_a_logout', () => {
  writeAndLeave();
  expect(show(account('2')).value).toBe('墨客');
  cleanup();
  writeAndLeave({ loggedOutByUser: true });
  expect(show(account('1')).value).toBe('墨客');
});
