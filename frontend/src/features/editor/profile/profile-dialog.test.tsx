// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { type RunningLibrary, startLibrary, stopLibrary } from '../../../testing/editor-library';
import { cleanupToasts } from '../../../testing/toasts';
import { WorkbenchProvider } from '../editor-context';
import { ProfileDialog } from './profile-dialog';

let running: RunningLibrary;
const close = vi.fn();

beforeEach(async () => {
  close.mockClear();
  running = await startLibrary();
});
afterEach(async () => {
  await cleanupToasts();
  await stopLibrary(running);
});

test('the_picture_of_a_card_is_no_name_of_a_file', async () => {
  render(
    <I18nextProvider i18n={await startI18n('zh-CN')}>
      <WorkbenchProvider workbench={running.workbench}>
        <ProfileDialog onClose={close} />
      </WorkbenchProvider>
    </I18nextProvider>,
  );
  const field = (name: string) => screen.getByRole('textbox', { name });
  fireEvent.change(field('公众号名称'), { target: { value: '灶边' } });
  fireEvent.change(field('头像网址'), { target: { value: '头像.png' } });
  fireEvent.click(screen.getByRole('button', { name: '插入' }));
  expect(screen.getByText('请输入以 https:// 开头的完整网址')).toBeDefined();
  expect(close).not.toHaveBeenCalled();
  fireEvent.change(field('头像网址'), { target: { value: 'https://images.example/a.png' } });
  fireEvent.click(screen.getByRole('button', { name: '插入' }));
  expect(close).toHaveBeenCalledOnce();
});
