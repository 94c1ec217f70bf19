import { expect, test } from 'vitest';
import { typedKeys } from './method-fields';

test('keys_that_were_not_typed_are_not_sent', () => {
  expect(typedKeys({ secretKey: '', webhookSecret: ' ' })).toBeUndefined();
  expect(typedKeys({ secretKey: ' sk_live_1\n', webhookSecret: '' })).toEqual({
    secretKey: 'sk_live_1',
  });
});
