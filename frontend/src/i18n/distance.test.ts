import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { distanceText } from './distance';
import en from './locales/en/app.json';
import zh from './locales/zh-CN/app.json';

test('what_is_less_than_a_minute_away_is_just_now', async () => {
  const i18n = createInstance();
  await i18n.init({
    lng: 'zh-CN',
    ns: ['app'],
    resources: { en: { app: en }, 'zh-CN': { app: zh } },
  });
  const now = Date.parse('2026-11-21T12:00:00Z');
  const seconds = (iso: string) => distanceText(i18n, `2026-11-21T${iso}Z`, now);
  expect([seconds('11:59:01'), seconds('11:59:00')]).toEqual(['刚刚', '1分钟前']);
  await i18n.changeLanguage('en');
  expect([seconds('11:59:01'), seconds('11:59:00')]).toEqual(['just now', '1 minute ago']);
});
