// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Locale } from '../../../config/constants';
import { startI18n } from '../../../i18n';
import type { Workbench } from '../workbench';
import { chooseLanguage } from './choose-language';

const TUTORIALS: Record<Locale, string> = { 'zh-CN': '# 教程', en: '# Tutorial' };

vi.mock('../first-words', () => ({
  tutorial: async (locale: Locale) => ({ text: TUTORIALS[locale] }),
}));

/** What an open text is after the language was chosen. */
async function chosen(text: string, locale: Locale, isReadOnly = false): Promise<string> {
  const workbench = {
    text,
    locale: 'zh-CN',
    store: { get: () => ({ isReadOnly }) },
    setLocale: (next: Locale) => {
      workbench.locale = next;
    },
    changeText: (next: string) => {
      workbench.text = next;
    },
  };
  await chooseLanguage(await startI18n('zh-CN'), workbench as unknown as Workbench, locale);
  expect(workbench.locale).toBe(locale);
  return workbench.text;
}

test.each([
  ['the_tutorial_comes_in_the_language_that_is_chosen', '# 教程', 'en', false, '# Tutorial'],
  ['in_the_same_language_it_stays', '# 教程', 'zh-CN', false, '# 教程'],
  ['an_article_stays_as_it_is', '# 我的', 'en', false, '# 我的'],
  ['a_tutorial_that_was_changed_stays', '# 教程。', 'en', false, '# 教程。'],
  ['what_another_tab_writes_stays', '# 教程', 'en', true, '# 教程'],
] as const)('%s', async (_name, text, locale, isReadOnly, after) => {
  expect(await chosen(text, locale, isReadOnly)).toBe(after);
});
