// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { cleanupToasts } from '../../testing/toasts';
import { Toaster, toast } from './toast';

afterEach(cleanupToasts);

test('after_what_a_message_offers_the_focus_is_free', async () => {
  render(
    <I18nextProvider i18n={await startI18n('en')}>
      <button type="button">before</button>
      <textarea aria-label="text" />
      <Toaster isDark={false} />
    </I18nextProvider>,
  );
  const before = screen.getByText('before');
  before.focus();
  act(() => toast.note('done', { action: { label: 'open', onSelect: () => undefined } }));
  const offered = await screen.findByText('open');
  // A click gives the focus to its button.
  act(() => offered.focus());
  fireEvent.click(offered);
  expect(document.activeElement).toBe(before);
  const text = screen.getByLabelText('text');
  act(() => text.focus());
  expect(document.activeElement).toBe(text);
});

test('what_only_confirms_leaves_with_the_next_key_or_press_once_it_could_be_read', async () => {
  const words = await startI18n('en');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(
    <I18nextProvider i18n={words}>
      <textarea aria-label="text" />
      <Toaster isDark={false} />
    </I18nextProvider>,
  );
  const pass = async (ms: number) => {
    for (let at = 0; at < ms; at += 100) await act(() => vi.advanceTimersByTimeAsync(100));
  };
  const text = screen.getByLabelText('text');
  act(() => {
    toast.success('copied');
    toast.success('saved', { description: 'but for one' });
    toast.note('deleted', { action: { label: 'undo', onSelect: () => undefined } });
    toast.failure('refused', { isLasting: true });
  });
  await pass(500);
  fireEvent.keyDown(text, { key: 'a' });
  await pass(400);
  expect(screen.queryByText('copied')).not.toBeNull();
  await pass(600);
  expect(screen.queryByText('copied')).toBeNull();
  expect(screen.queryByText('saved')).not.toBeNull();
  act(() => toast.success('nothing to do'));
  await pass(1_500);
  fireEvent.pointerDown(screen.getByText('nothing to do'));
  await pass(500);
  expect(screen.queryByText('nothing to do')).not.toBeNull();
  fireEvent.pointerDown(text);
  await pass(600);
  expect(screen.queryByText('nothing to do')).toBeNull();
  expect(screen.queryByText('deleted')).not.toBeNull();
  expect(screen.queryByText('refused')).not.toBeNull();
});

test('what_went_wrong_stands_for_twelve_seconds_and_leaves', async () => {
  const words = await startI18n('en');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(
    <I18nextProvider i18n={words}>
      <Toaster isDark={false} />
    </I18nextProvider>,
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  act(() => toast.failure('lost'));
  await pass(11_900);
  expect(screen.queryByText('lost')).not.toBeNull();
  await pass(1_000);
  expect(screen.queryByText('lost')).toBeNull();
});

test('a_success_clears_the_failure_before_it_and_leaves_one_of_the_same_moment', async () => {
  const pass = async (ms: number) => {
    for (let at = 0; at < ms; at += 100) await act(() => vi.advanceTimersByTimeAsync(100));
  };
  const words = await startI18n('en');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(
    <I18nextProvider i18n={words}>
      <Toaster isDark={false} />
    </I18nextProvider>,
  );
  act(() => toast.failure('not reached'));
  await pass(1_500);
  act(() => {
    toast.failure('one is missing');
    toast.success('tested');
  });
  await pass(1_000);
  expect(screen.queryByText('not reached')).toBeNull();
  expect(screen.queryByText('one is missing')).not.toBeNull();
  expect(screen.queryByText('tested')).not.toBeNull();
});
