// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { BackForwardCache } from './back-forward-cache';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// Firefox's door `a_page_that_comes_back_follows_a_logout_meanwhile` shows it in the browser that needs it.
test('a_page_that_comes_back_is_loaded_again_only_when_it_does_not_draw', () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
  render(<BackForwardCache />);
  const show = (persisted: boolean) =>
    act(() => {
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    });
  show(false);
  show(true);
  vi.advanceTimersByTime(10_000);
  expect(reload).not.toHaveBeenCalled();
  // Not drawn: what is scheduled is never flushed.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  // A page that is loaded draws later, and does not come back.
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  vi.advanceTimersByTime(10_000);
  expect(reload).not.toHaveBeenCalled();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  vi.advanceTimersByTime(1_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});
