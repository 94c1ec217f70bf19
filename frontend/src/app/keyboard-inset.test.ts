// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchKeyboard } from './keyboard-inset';

/** What is seen of the page, as a browser tells it. */
class View extends EventTarget {
  height = 812;
  scale = 1;
}

let view: View;
const inset = () => document.documentElement.style.getPropertyValue('--keyboard-inset');

/** The part that is seen becomes another one. */
function shows(height: number, scale = 1): void {
  Object.assign(view, { height, scale });
  view.dispatchEvent(new Event('resize'));
}

beforeEach(() => {
  view = new View();
  vi.stubGlobal('visualViewport', view);
  vi.stubGlobal('innerHeight', 812);
  vi.stubGlobal('scrollTo', vi.fn());
  watchKeyboard();
});
afterEach(() => {
  document.body.innerHTML = '';
  document.documentElement.removeAttribute('style');
  vi.unstubAllGlobals();
});

test('a_keyboard_over_the_page_takes_its_height_and_gives_it_back', () => {
  document.body.innerHTML = '<textarea></textarea>';
  const field = document.querySelector('textarea') as HTMLTextAreaElement;
  field.scrollIntoView = vi.fn();
  field.focus();
  shows(476);
  expect(inset()).toBe('336px');
  expect(field.scrollIntoView).toHaveBeenCalledOnce();
  // Safari has moved the editor up, which has the room now.
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  shows(812);
  expect(inset()).toBe('0px');
  expect(field.scrollIntoView).toHaveBeenCalledOnce();
});

test('a_page_that_scrolls_stays_where_it_is', () => {
  document.body.innerHTML = '<div data-page></div>';
  shows(476);
  expect(inset()).toBe('336px');
  expect(scrollTo).not.toHaveBeenCalled();
});

test('bars_of_the_browser_and_a_page_that_is_zoomed_are_no_keyboard', () => {
  shows(760);
  expect(inset()).toBe('');
  shows(406, 2);
  expect(inset()).toBe('');
});
