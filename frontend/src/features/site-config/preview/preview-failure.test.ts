import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { previewFailure } from './preview-failure';

test.each([
  ['zh-CN', 'request.invalid', '填写的内容有误，暂时无法预览，请检查各项设置'],
  ['en', 'request.invalid', 'What you entered cannot be previewed. Please check the settings.'],
  ['zh-CN', 'server.internal', '服务器错误，请稍后重试'],
  ['en', 'server.internal', 'Server error, please try again later'],
] as const)('a_preview_that_fails_says_what_to_do: %s %s', async (locale, key, text) => {
  const i18n = await startI18n(locale);
  await loadFeatureWords(i18n, 'siteConfig');
  const t = i18n.getFixedT(locale, 'siteConfig');
  expect(previewFailure(t, new ApiError(key, '', 400))).toBe(text);
});
