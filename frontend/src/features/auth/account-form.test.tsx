// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../i18n';
import { KeyedError } from '../../lib/keyed-error';
import { AccountForm, useAccountForm } from './account-form';
import { IdentifierField, PasswordOfAccount } from './fields';
import { loginSchema } from './schemas';

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
