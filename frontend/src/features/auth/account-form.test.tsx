// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../i18n';
import { AccountForm, useAccountForm } from './account-form';
import { IdentifierField, PasswordOfAccount } from './fields';
import { loginSchema } from './schemas';

afterEach(cleanup);

test('what_a_browser_fills_in_without_telling_is_sent', async () => {
  const words = await startI18n('zh-CN');
  await loadFeatureWords(words, 'auth');
  const submit = vi.fn(async () => undefined);
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
