// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFirstScreen } from './startup';

function Screen() {
  useFirstScreen();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  document.body.innerHTML = '<div id="splash"></div>';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const splash = () => document.getElementById('splash');

test('the_splash_stands_for_a_tenth_of_a_second_and_fades', () => {
  vi.advanceTimersByTime(30);
  render(<Screen />);
  vi.advanceTimersByTime(69);
  expect(splash()?.dataset.leaving).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(splash()?.dataset.leaving).toBe('');
  vi.advanceTimersByTime(200);
  expect(splash()).toBeNull();
});

test('a_screen_that_comes_later_waits_for_no_splash', () => {
  vi.advanceTimersByTime(500);
  render(<Screen />);
  vi.advanceTimersByTime(0);
  expect(splash()?.dataset.leaving).toBe('');
});
