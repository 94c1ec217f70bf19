// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { writeClipboard } from '../../../lib/clipboard';
import { download } from '../../../lib/download';
import { TooltipProvider } from '../../../ui/tooltip';
import { NewCodesDialog } from './new-codes-dialog';

vi.mock('../../../lib/clipboard');
vi.mock('../../../lib/download');
afterEach(cleanup);

const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const LINKS = CODES.map((code) => `https://shop.example/redeem?code=${code}`);

async function show() {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'sales');
  render(
    <I18nextProvider i18n={i18n}>
      <TooltipProvider>
        <NewCodesDialog
          name="Year"
          codes={CODES}
          siteUrl="https://shop.example/"
          onClose={() => undefined}
        />
      </TooltipProvider>
    </I18nextProvider>,
  );
}

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
