import { expect, test } from 'vitest';
import { isFieldShown, isSameSettings, PROVIDERS, typedKeys, withSetting } from './method-fields';

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

test('a_field_is_shown_while_its_switch_is_on_and_keys_while_they_are_written', () => {
  const fields = PROVIDERS.wechatPay;
  const second = { usesSecondKey: 'true' };
  expect(isFieldShown(fields, 'settings.appId', {}, false)).toBe(true);
  expect(isFieldShown(fields, 'settings.unknown', {}, true)).toBe(false);
  expect(isFieldShown(fields, 'keys.privateKey', {}, true)).toBe(true);
  expect(isFieldShown(fields, 'keys.privateKey', {}, false)).toBe(false);
  expect(isFieldShown(fields, 'keys.secondPublicKey', {}, true)).toBe(false);
  expect(isFieldShown(fields, 'keys.secondPublicKey', second, false)).toBe(true);
  expect(isFieldShown(fields, 'keys.appSecret', {}, true)).toBe(false);
  expect(isFieldShown(fields, 'keys.appSecret', { usesJsapi: 'true' }, false)).toBe(true);
});
