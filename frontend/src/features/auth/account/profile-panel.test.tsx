// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import type { UserInfo } from '../../../storage/session';
import { ProfilePanel } from './profile-panel';

afterEach(cleanup);

test('what_is_typed_stays_when_the_account_is_read_meanwhile', async () => {
  const i18n = await startI18n('zh-CN');
  await loadFeatureWords(i18n, 'auth');
  const panel = (nickname: string) => (
    <I18nextProvider i18n={i18n}>
      <ProfilePanel
        user={{ nickname, locale: 'zh-CN', avatarUrl: null } as UserInfo}
        minimums={{ nicknameMin: 2, passwordMin: 8 } as never}
      />
    </I18nextProvider>
  );
  const { rerender } = render(panel('甲乙'));
  const field = screen.getByLabelText<HTMLInputElement>('昵称');
  rerender(panel('从别处改的'));
  expect(field.value).toBe('从别处改的');
  fireEvent.input(field, { target: { value: '新的笔名' } });
  rerender(panel('又改了'));
  expect(field.value).toBe('新的笔名');
});
