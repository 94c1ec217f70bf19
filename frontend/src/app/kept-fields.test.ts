// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { closeSession, openSession, type UserInfo } from '../storage/session';
import { keepFields } from './kept-fields';

const account = (id: string): UserInfo => ({
  id,
  nickname: '墨客',
  locale: 'zh-CN',
  roles: [],
  personalTeamId: `team-${id}`,
  createdAt: '2026-01-01T00:00:00Z',
});

let stop = () => {};
afterEach(() => stop());

/** Opens the screen for an account. Returns its field and what was said. */
function open(id: string) {
  stop();
  openSession(`token-${id}`, account(id));
  document.body.innerHTML =
    '<label>昵称 <input></label><label>密码 <input type="password"></label>';
  const onBack = vi.fn();
  stop = keepFields(onBack);
  const [name, password] = document.querySelectorAll('input');
  return { name, password, onBack };
}

function typeAndEnd(how?: { loggedOutByUser: boolean }): void {
  const { name, password } = open('1');
  for (const [field, text] of [
    [name, '砚主'],
    [password, '机密'],
  ] as const) {
    field?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    if (field) field.value = text;
  }
  closeSession(how);
}

test('what_was_typed_is_filled_in_again_once_for_the_same_account_but_passwords', () => {
  typeAndEnd();
  const { name, password, onBack } = open('1');
  expect([name?.value, password?.value]).toEqual(['砚主', '']);
  expect(onBack).toHaveBeenCalledExactlyOnceWith([], true);
  expect(open('1').name?.value).toBe('');
});

test('another_account_gets_nothing', () => {
  typeAndEnd();
  expect(open('2').name?.value).toBe('');
});

test('who_logs_out_leaves_nothing_behind', () => {
  typeAndEnd({ loggedOutByUser: true });
  expect(open('1').name?.value).toBe('');
});
