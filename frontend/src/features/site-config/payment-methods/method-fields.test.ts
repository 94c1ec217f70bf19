import { expect, test } from 'vitest';
import { isSameSettings, typedKeys, withSetting } from './method-fields';

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
