import { expect, test } from 'vitest';
import { KeyedError } from '../lib/keyed-error';
import { startI18n } from '.';
import { engineText, errorText, problemText } from './error-text';

test('an_error_has_the_words_of_its_key_with_its_detail', async () => {
  const { t } = await startI18n('zh-CN');
  const error = new KeyedError('account.suspended', '群发广告');
  expect(errorText(t, error)).toContain('原因：群发广告');
});

test('an_error_of_fields_has_the_words_of_the_first_one_that_is_wrong', async () => {
  const { t } = await startI18n('zh-CN');
  const fields = { avatar: 'image.unreadable' };
  const error = new KeyedError('request.fieldsInvalid', '', undefined, fields);
  expect(errorText(t, error)).toBe('图片已损坏或尺寸过大');
});

test('the_words_of_a_field_have_its_numbers', async () => {
  const { t } = await startI18n('zh-CN');
  const fields = { passwd: 'password.tooShort' };
  const parameters = { passwd: { min: 9 } };
  const error = new KeyedError('request.fieldsInvalid', '', undefined, fields, parameters);
  expect(errorText(t, error)).toBe('密码至少需要 9 个字符');
  expect(problemText(t, error, 'passwd')).toBe('密码至少需要 9 个字符');
  expect(problemText(t, error, 'nickname')).toBe('');
});

test.each([
  ['zh-CN', '服务器错误，请稍后重试（编号 1f2e3d4c5b6a7980）'],
  ['en', 'Server error, please try again later (ID 1f2e3d4c5b6a7980)'],
] as const)(
  'a_fault_of_the_server_names_the_request_for_the_operator_in_%s',
  async (locale, text) => {
    const { t } = await startI18n(locale);
    const error = new KeyedError('server.internal', '');
    error.requestId = '1f2e3d4c5b6a7980';
    expect(errorText(t, error)).toBe(text);
  },
);

test('an_error_whose_key_has_no_words_is_its_message', async () => {
  const { t } = await startI18n('zh-CN');
  expect(errorText(t, new KeyedError('new.key', 'the server says'))).toBe('the server says');
  expect(errorText(t, new Error('thrown'))).toBe('thrown');
  expect(errorText(t, new Error(''))).toBe('操作失败，请重试');
  expect(errorText(t, '')).toBe('发生了未知错误');
});

test.each(['zh-CN', 'en'] as const)(
  'a_number_of_characters_has_its_thousands_apart_in_%s',
  async (locale) => {
    const { t } = await startI18n(locale);
    expect(engineText(t, 'finding', 'export.size', '49288')).toContain('49,288');
  },
);

test('several_issues_are_them', async () => {
  const { t } = await startI18n('en');
  expect(t('editor:check.advice.asking', { count: 1 })).toContain('Fix it first');
  expect(t('editor:check.advice.asking', { count: 2 })).toContain('Fix them first');
});
