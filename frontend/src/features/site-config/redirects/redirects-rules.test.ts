import { expect, test } from 'vitest';
import { checkSettings } from '../check/check-settings';
import { redirectsRules } from './redirects-rules';

const redirect = (from: string, to: string) => ({
  from,
  to,
  isPermanent: true,
  isAutomatic: false,
});
const keysOf = (...redirects: ReturnType<typeof redirect>[]) =>
  Object.entries(checkSettings('RedirectsDto', { redirects }, redirectsRules)).map(
    ([path, { key }]) => `${path} ${key}`,
  );

test('paths_and_addresses_are_taken', () => {
  expect(keysOf(redirect('/a', '/b'), redirect('/c', 'https://example.com/d'))).toEqual([]);
});

test('hosts_in_disguise_and_other_schemes_are_refused', () => {
  expect(keysOf(redirect('//evil.example', '/b'), redirect('/a', 'javascript:alert(1)'))).toEqual([
    'redirects[0].from path.invalid',
    'redirects[1].to url.invalid',
  ]);
  expect(keysOf(redirect('/a', '//evil.example'))).toEqual(['redirects[0].to url.invalid']);
});

test('a_path_stands_once', () => {
  expect(keysOf(redirect('/a', '/b'), redirect('/a', '/c'))).toEqual([
    'redirects[1].from field.duplicate',
  ]);
});

test('a_loop_is_named_over_any_number_of_steps', () => {
  expect(keysOf(redirect('/a', '/a'))).toEqual(['redirects[0].to redirect.loop']);
  expect(keysOf(redirect('/a', '/b'), redirect('/b', '/c'), redirect('/c', '/a'))).toHaveLength(3);
  expect(keysOf(redirect('/x', '/a'), redirect('/a', '/b'), redirect('/b', '/a'))).toEqual([
    'redirects[1].to redirect.loop',
    'redirects[2].to redirect.loop',
  ]);
});
