import { expect, test } from 'vitest';
import { altOfFileName, isImageAddress, isSiteAddress } from './site-address';

test('links_lead_to_pages_mail_and_telephones', () => {
  const good = [
    'https://example.com/a?b#c',
    'HTTP://example.com',
    'mailto:a@example.com',
    'tel:+861012345678',
    '/docs/入门',
    '/',
    '#faq',
  ];
  expect(good.filter((url) => !isSiteAddress(url))).toEqual([]);
});

test('links_run_nothing_and_hide_no_host', () => {
  const bad = [
    '',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    ' https://example.com',
    'data:text/html,x',
    '//example.com',
    '/\\example.com',
    'https:',
    'https:///x',
    'example.com',
    'mailto:',
  ];
  expect(bad.filter(isSiteAddress)).toEqual([]);
});

test('images_are_uploads_or_come_over_https', () => {
  expect(isImageAddress('/media/abc.webp')).toBe(true);
  expect(isImageAddress('https://example.com/a.png')).toBe(true);
  expect(isImageAddress('http://example.com/a.png')).toBe(false);
  expect(isImageAddress('/media/../api')).toBe(false);
  expect(isImageAddress('/docs')).toBe(false);
});

test('names_of_cameras_are_no_alternative_text', () => {
  expect(altOfFileName('reading-room_2.jpg', 200)).toBe('reading room 2');
  expect(altOfFileName('IMG_2024.jpg', 200)).toBe('');
  expect(altOfFileName('微信图片_2024.png', 200)).toBe('');
  expect(altOfFileName('20240101-1200.png', 200)).toBe('');
});
