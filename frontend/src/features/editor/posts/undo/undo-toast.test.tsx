// @vitest-environment happy-dom
// @isolated: the messages of other files would be shown here, too.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../../i18n';
import { cleanupToasts } from '../../../../testing/toasts';
import { Toaster } from '../../../../ui/states/toast';
import { useUndoToast } from '../library/library-context';
import type { UndoStep } from './undo-steps';

afterEach(cleanupToasts);

function Deleted({ step }: { step: UndoStep }) {
  const tell = useUndoToast();
  return (
    <button type="button" onClick={() => tell('Deleted', step)}>
      delete
    </button>
  );
}

test('the_message_of_a_change_stays_when_its_undo_fails', async () => {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const undo = vi.fn(async () => end());
  undo.mockRejectedValueOnce(new Error('no room'));
  render(
    <I18nextProvider i18n={await startI18n('en')}>
      <Deleted step={{ undo, over, facts: {}, label: '' }} />
      <Toaster isDark={false} />
    </I18nextProvider>,
  );
  const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  fireEvent.click(screen.getByText('delete'));
  await press();
  await waitFor(() =>
    expect(document.querySelector('[data-sonner-toast]:not([data-removed=true])')).not.toBeNull(),
  );
  await waitFor(() => expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1));
  await press();
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull());
  expect(undo).toHaveBeenCalledTimes(2);
});
