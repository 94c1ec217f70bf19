// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SiteLink } from './site-link';

afterEach(cleanup);

function clickOf(path: string | undefined, keys: object = {}) {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  let isFollowed = false;
  // Nothing is fetched here, whatever the link says.
  const stop = (event: Event) => {
    isFollowed = !event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', stop);
  render(
    <SiteLink url="https://a.example" {...(path !== undefined && { path })}>
      Visit
    </SiteLink>,
  );
  const link = screen.getByRole('link', { name: 'Visit' });
  fireEvent.click(link, keys);
  document.removeEventListener('click', stop);
  const opened = open.mock.calls.map(([address]) => address);
  open.mockRestore();
  cleanup();
  return { href: link.getAttribute('href'), opened, isFollowed };
}

test('what_is_opened_marks_the_browser_and_what_is_copied_is_the_page_itself', () => {
  expect(clickOf(undefined)).toEqual({
    href: 'https://a.example',
    opened: ['https://a.example/own-visit?to=%2F'],
    isFollowed: false,
  });
  expect(clickOf('/docs/开始 1')).toEqual({
    href: 'https://a.example/docs/%E5%BC%80%E5%A7%8B%201',
    opened: ['https://a.example/own-visit?to=%2Fdocs%2F%25E5%25BC%2580%25E5%25A7%258B%25201'],
    isFollowed: false,
  });
});

test('a_click_with_a_key_is_left_to_the_browser', () => {
  expect(clickOf('/', { ctrlKey: true })).toMatchObject({ opened: [], isFollowed: true });
});
