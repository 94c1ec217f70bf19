import { expect, test } from 'vitest';
import en from '../../../../i18n/locales/en/tools.json';
import zh from '../../../../i18n/locales/zh-CN/tools.json';
import { LINK_WORDS } from '../link';

test('the_words_of_a_link_that_nobody_has_changed_are_known_in_each_language', () => {
  expect(LINK_WORDS).toEqual([zh.placeholder.link, en.placeholder.link]);
});
