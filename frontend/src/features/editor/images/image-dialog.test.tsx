// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { type RunningLibrary, startLibrary, stopLibrary } from '../../../testing/editor-library';
import { cleanupToasts } from '../../../testing/toasts';
import { WorkbenchProvider } from '../editor-context';
import { ImageDialog } from './image-dialog';
import { Images } from './images';
import { ImagesContext } from './use-images';

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

async function show(): Promise<void> {
  render(
    <I18nextProvider i18n={await startI18n('zh-CN')}>
      <WorkbenchProvider workbench={running.workbench}>
        <ImagesContext value={new Images(running.workbench)}>
          <ImageDialog onClose={close} />
        </ImagesContext>
      </WorkbenchProvider>
    </I18nextProvider>,
  );
}

/** Types an address and sends the form. Gives the field. */
async function insert(address: string): Promise<HTMLElement> {
  await show();
  const field = screen.getByRole('textbox', { name: '已有的图片网址' });
  fireEvent.change(field, { target: { value: address } });
  fireEvent.click(screen.getByRole('button', { name: '插入' }));
  return field;
}

test('what_is_no_address_is_refused_in_the_language_of_the_page', async () => {
  const field = await insert('红烧肉.jpg');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('请输入以 https:// 开头的完整网址')).toBeDefined();
  expect(close).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: 'https://' } });
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test('an_address_is_not_refused', async () => {
  const field = await insert(' https://images.example/汤.jpg ');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('选择图片，或把图片拖到这里', { selector: 'input' }), {
    target: { files },
  });

test('a_picture_that_cannot_be_opened_leaves_the_dialog_open_and_is_told_in_it', async () => {
  await show();
  choose(new File(['not a picture'], 'IMG_1.png'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/JPG/);
  expect(close).not.toHaveBeenCalled();
  expect(running.workbench.text).not.toContain('images/');
});
