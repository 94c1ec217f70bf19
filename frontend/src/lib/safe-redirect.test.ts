import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect';

const origin = 'https://moyan.test';

test('a_path_of_this_origin_is_kept_whole', () => {
  expect(safeRedirect('/team/personal/sites?status=draft#top', origin)).toBe(
    '/team/personal/sites?status=draft#top',
  );
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
