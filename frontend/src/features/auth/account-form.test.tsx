// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import type * as account from '../../api/account';
import { loadFeatureWords, startI18n } from '../../i18n';
import { KeyedError } from '../../lib/keyed-error';
import { AccountForm, useAccountForm } from './account-form';
import { CodeField, IdentifierField, PasswordOfAccount } from './fields';
import { loginSchema } from './schemas';

vi.mock('../../api/account', async (original) => ({
  ...(await original<typeof account>()),
  sendCode: async () => ({ resendAfterS: 60, expiresInS: 600 }),
}));

afterEach(cleanup);

/** A login that is sent by `submit`. */
async function renderLogin(submit: () => Promise<void>): Promise<HTMLElement> {
  const words = await startI18n('zh-CN');
  await loadFeatureWords(words, 'auth');
  function Login() {
    const account = useAccountForm({
      schema: loginSchema('email', 'password', 6),
      initial: { identifier: '', passwd: '', code: '' },
      minimums: { passwordMin: 6, nicknameMin: 2 },
      submit,
    });
    return (
      <AccountForm account={account} submitLabel="登录">
        <IdentifierField kind="email" />
        <PasswordOfAccount name="passwd" label="password" />
      </AccountForm>
    );
  }
  const { container } = render(
    <I18nextProvider i18n={words}>
      <Login />
    </I18nextProvider>,
  );
  return container;
}

test('the_error_of_a_whole_form_has_the_focus_and_is_in_view_each_time', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const submit = vi.fn().mockRejectedValue(new KeyedError('of.no.words', 'tried too often'));
  const container = await renderLogin(submit);
  for (const name of ['identifier', 'passwd']) {
    const field = container.querySelector(`input[name=${name}]`) as HTMLInputElement;
    field.value = 'mo@example.com';
  }
  for (const n of [1, 2]) {
    (container.querySelector('button[type=submit]') as HTMLElement).focus();
    await act(async () => container.querySelector('form')?.requestSubmit());
    expect(document.activeElement?.getAttribute('role')).toBe('alert');
    expect(document.activeElement?.textContent).toBe('tried too often');
    expect(scroll.mock.instances).toHaveLength(n);
    expect(scroll.mock.instances.at(-1)).toBe(document.activeElement);
  }
});

test('what_a_browser_fills_in_without_telling_is_sent', async () => {
  const submit = vi.fn(async () => undefined);
  const container = await renderLogin(submit);
  const field = (name: string) =>
    container.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement;
  field('identifier').value = 'mo@example.com';
  field('passwd').value = 'of a manager';
  await act(async () => container.querySelector('form')?.requestSubmit());
  expect(submit).toHaveBeenCalledWith({
    identifier: 'mo@example.com',
    passwd: 'of a manager',
    code: '',
  });
});

test('a_mistyped_address_holds_up_no_other', async () => {
  const words = await startI18n('zh-CN');
  await loadFeatureWords(words, 'auth');
  function Reset() {
    const account = useAccountForm({
      schema: loginSchema('email', 'code', 6),
      initial: { identifier: '', passwd: '', code: '' },
      minimums: { passwordMin: 6, nicknameMin: 2 },
      submit: async () => undefined,
    });
    return (
      <AccountForm account={account} submitLabel="重置">
        <IdentifierField kind="email" />
        <CodeField purpose="reset" kind="email" />
      </AccountForm>
    );
  }
  render(
    <I18nextProvider i18n={words}>
      <Reset />
    </I18nextProvider>,
  );
  const type = (value: string) =>
    act(async () => {
      fireEvent.change(screen.getByRole('textbox', { name: '邮箱' }), { target: { value } });
    });
  const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
  await type(' mo@exmaple.com ');
  await act(async () => fireEvent.click(button(/发送验证码/)));
  expect(button(/秒后重发/).disabled).toBe(true);
  expect(screen.getByText(/如果 mo@exmaple.com 已注册/)).toBeDefined();
  await type('mo@example.com');
  expect(button(/发送验证码/).disabled).toBe(false);
  expect(screen.queryByText(/exmaple/)).toBeNull();
  await type('mo@exmaple.com');
  expect(button(/秒后重发/).disabled).toBe(true);
});
