import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import en from '../../i18n/locales/en/editor.json';
import zh from '../../i18n/locales/zh-CN/editor.json';

const ARTICLES = path.join(import.meta.dirname, '../../../../seeds/articles');

test.each([
  ['zh-CN', zh.firstData.post],
  ['en', en.firstData.post],
])('the_first_article_in_%s_calls_itself_in_lists_as_it_is_called', (locale, name) => {
  const text = readFileSync(path.join(ARTICLES, `tutorial.${locale}.md`), 'utf8');
  expect(/^sidebar_label: (.*)$/m.exec(text)?.[1]).toBe(name);
});
