// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { mayLeave } from '../../../lib/leave-guards';
import { guardOf } from '../../../lib/navigation-guards';
import { NewCodesDialog } from './new-codes-dialog';

afterEach(cleanup);

async function show() {
  const i18n = await startI18n('zh-CN');
  await loadFeatureWords(i18n, 'sales');
  const onClose = vi.fn();
  render(
    <I18nextProvider i18n={i18n}>
      <NewCodesDialog name="年度会员" codes={['ABCD-EFGH-JKMN-PQRS']} onClose={onClose} />
    </I18nextProvider>,
  );
  return onClose;
}

const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
const back = () => guardOf({ isByHistory: true, pathname: '/team/a/site/b/orders' });

test('codes_that_nobody_kept_are_closed_by_the_answer_only', async () => {
  const onClose = await show();
  pressEscape();
  expect(screen.getByRole('alert').textContent).toContain('还没有下载或复制');
  // Once more is a slip as well: a tap beside the window, the key held down.
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: '不保存，直接关闭' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('codes_that_nobody_kept_stay_when_the_page_is_left', async () => {
  const onClose = await show();
  expect(await mayLeave()).toBe(false);
  const stay = vi.fn();
  back()?.ask({ stay, proceed: vi.fn() });
  expect(stay).toHaveBeenCalledOnce();
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

test('kept_codes_are_closed_and_left_without_a_question', async () => {
  const onClose = await show();
  fireEvent.click(screen.getByRole('button', { name: '下载 CSV' }));
  expect(back()).toBeUndefined();
  expect(await mayLeave()).toBe(true);
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});
