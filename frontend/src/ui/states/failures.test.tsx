// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { startI18n } from '../../i18n';
import { KeyedError } from '../../lib/keyed-error';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { LoadState } from './load-state';

afterEach(cleanup);

async function show(content: ReactNode) {
  const i18n = await startI18n('en');
  render(<I18nextProvider i18n={i18n}>{content}</I18nextProvider>);
}

async function confirm(error: Error) {
  await show(
    <ConfirmDialog
      isOpen
      onOpenChange={() => undefined}
      title="New site"
      description=""
      confirmLabel="Create"
      onConfirm={() => Promise.reject(error)}
      failureText={(reason) => `Failed to create the site: ${reason}`}
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Create' }));
  return (await screen.findByRole('alert')).textContent;
}

test('what_failed_stands_before_the_reason_that_the_server_gives', async () => {
  expect(await confirm(new KeyedError('x.y', 'The plan is full'))).toBe(
    'Failed to create the site: The plan is full',
  );
});

test('what_is_missing_in_the_form_is_said_alone', async () => {
  expect(await confirm(new Error('Enter a name'))).toBe('Enter a name');
});

test('what_could_not_be_loaded_is_named', async () => {
  const error = new KeyedError('x.y', 'No answer');
  await show(
    <LoadState
      error={error}
      failed="Failed to load the site configuration"
      onRetry={() => undefined}
    />,
  );
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('Failed to load the site configuration');
  expect(alert).toContain('No answer');
});
