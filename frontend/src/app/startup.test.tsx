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

test.for(['data-composing', 'data-aiming'])(
  'a_screen_takes_the_place_of_another_once_nobody_is_at_work_there_%s',
  async (occupied) => {
    const page = document.documentElement;
    page.setAttribute(occupied, '');
    page.setAttribute('data-theme', 'light');
    document.body.innerHTML = '<div class="rendered-screen"></div><div id="root"></div>';
    const root = document.getElementById('root') as HTMLElement;
    render(<Screen />, { container: root });
    page.setAttribute('data-theme', 'dark');
    await vi.advanceTimersByTimeAsync(0);
    expect(document.querySelector('.rendered-screen')).not.toBeNull();
    expect(root.hidden).toBe(true);
    page.removeAttribute(occupied);
    await vi.advanceTimersByTimeAsync(0);
    expect(document.querySelector('.rendered-screen')).toBeNull();
    expect(root.hidden).toBe(false);
  },
);

test.for([false, true])('a_box_takes_over_its_tick_and_nothing_else_%s', (isTicked) => {
  // The page has the screen in both languages, and only one of them is used.
  const screen = '<div class="rendered-screen"><input type="checkbox" name="isAgreed"></div>';
  document.body.innerHTML = `${screen}${screen}<div id="root"></div>`;
  const old = document.querySelector('input') as HTMLInputElement;
  old.checked = isTicked;
  function Box() {
    useFirstScreen();
    return <input type="checkbox" name="isAgreed" />;
  }
  const root = document.getElementById('root') as HTMLElement;
  render(<Box />, { container: root });
  const box = document.querySelector('input') as HTMLInputElement;
  expect(box).not.toBe(old);
  expect(box.checked).toBe(isTicked);
  // With a value, a form would hand on that word in place of yes or no.
  expect(box.hasAttribute('value')).toBe(false);
});
