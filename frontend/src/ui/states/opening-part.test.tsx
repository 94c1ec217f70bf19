// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { SLOW_OPENING_MS } from '../../config/http';
import { startI18n } from '../../i18n';
import { OpeningPart } from './opening-part';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what_is_slow_is_seen_at_once_and_said_after_seconds_with_a_way_out', async () => {
  const i18n = await startI18n('en');
  vi.useFakeTimers();
  const cancel = vi.fn();
  render(
    <I18nextProvider i18n={i18n}>
      <OpeningPart onCancel={cancel} />
    </I18nextProvider>,
  );
  expect(document.documentElement.dataset.waiting).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
  act(() => vi.advanceTimersByTime(SLOW_OPENING_MS));
  screen.getByText('The network is slow, this part is still opening.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancel).toHaveBeenCalledOnce();
});
