import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect';

const origin = 'https://moyan.test';

test('a_path_of_this_origin_is_kept_whole', () => {
  expect(safeRedirect('/team/personal/sites?status=draft#top', origin)).toBe(
    '/team/personal/sites?status=draft#top',
  );
});

test('a_fragment_alone_is_kept_too', () => {
  expect(safeRedirect('/invitations#67c4dc1e', origin)).toBe('/invitations#67c4dc1e');
});

test.each([
  null,
  '',
  'team',
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/.//evil.test',
  'javascript:alert(1)',
])('%j_leads_nowhere', (target) => {
  expect(safeRedirect(target, origin)).toBeNull();
});
