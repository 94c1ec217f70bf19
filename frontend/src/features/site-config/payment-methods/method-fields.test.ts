import { expect, test } from 'vitest';
import { isSameSettings, PROVIDERS, typedKeys, withSetting } from './method-fields';

test('links_to_providers_carry_no_number_of_a_page', () => {
  for (const { links } of Object.values(PROVIDERS)) {
    for (const link of Object.values(links)) {
      expect(new URL(link).pathname).not.toMatch(/\d/);
    }
  }
});

test('keys_that_were_not_typed_are_not_sent', () => {
  expect(typedKeys({ secretKey: '', webhookSecret: ' ' })).toBeUndefined();
  expect(typedKeys({ secretKey: ' sk_live_1\n', webhookSecret: '' })).toEqual({
    secretKey: 'sk_live_1',
  });
});

test('a_setting_that_is_emptied_is_absent', () => {
  expect(withSetting({ appId: 'wx1', serial: '2' }, 'appId', '')).toEqual({ serial: '2' });
  expect(withSetting({}, 'usesCodes', 'true')).toEqual({ usesCodes: 'true' });
});

test('what_is_absent_and_what_is_empty_say_the_same', () => {
  expect(isSameSettings({ appId: '' }, {})).toBe(true);
  expect(isSameSettings({ appId: '1' }, { appId: '2' })).toBe(false);
});
