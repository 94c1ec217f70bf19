// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { writeClipboard } from '../../../lib/browser/clipboard';
import { download } from '../../../lib/browser/download';
import { mayLeave } from '../../../lib/browser/leave-guards';
import { guardOf } from '../../../lib/browser/navigation-guards';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { NewCodesDialog } from './new-codes-dialog';

vi.mock('../../../lib/browser/clipboard');
vi.mock('../../../lib/browser/download');
afterEach(cleanup);

const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const LINKS = CODES.map((code) => `https://shop.example/redeem?code=${code}`);

async function show() {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'sales');
  const onClose = vi.fn();
  render(
    <I18nextProvider i18n={i18n}>
      <TooltipProvider>
        <NewCodesDialog
          name="Year"
          codes={CODES}
          siteUrl="https://shop.example/"
          onClose={onClose}
        />
      </TooltipProvider>
    </I18nextProvider>,
  );
  return onClose;
}

const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
const back = () => guardOf({ isByHistory: true, pathname: '/team/a/site/b/orders' });

test('codes_that_nobody_kept_are_closed_by_the_answer_only', async () => {
  const onClose = await show();
  pressEscape();
  expect(screen.getByRole('alert').textContent).toContain('They were not saved or copied');
  // Once more is a slip as well: a tap beside the window, the key held down.
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Close without saving' }));
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
  fireEvent.click(screen.getByRole('button', { name: 'Save CSV' }));
  expect(back()).toBeUndefined();
  expect(await mayLeave()).toBe(true);
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

test('links_to_the_page_with_each_code_in_its_field_are_copied', async () => {
  vi.mocked(writeClipboard).mockResolvedValue();
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Copy links' }));
  await waitFor(() => expect(writeClipboard).toHaveBeenCalled());
  const [, content] = vi.mocked(writeClipboard).mock.calls[0] ?? [];
  expect(await content).toEqual({ text: LINKS.join('\n') });
});

test('the_file_has_a_link_beside_each_code', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Save CSV' }));
  const [name, , text] = vi.mocked(download).mock.calls[0] ?? [];
  expect(name).toBe('redeem-codes.csv');
  expect(String(text).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Code,Package,Link',
    ...CODES.map((code, index) => `${code},Year,${LINKS[index]}`),
  ]);
});
