import { expect, test } from 'vitest';
import type { Homepage, Section, SectionContent } from '../../../api/site-settings';
import names from '../../../config/site-icons.json';
import { isSiteAddress } from '../../../lib/addresses/site-address';
import { checkSettings } from '../check/check-settings';
import { homepageRules } from './homepage-rules';
import { copyOf, newSection } from './new-section';
import type { ContentOf, SectionKind } from './section-kinds';
import { SECTION_KINDS } from './sections/registry';

const checkHomepage = (value: Homepage) => checkSettings('Homepage', value, homepageRules);

const POST = {
  title: '',
  link: '',
  excerpt: '',
  category: '',
  date: '',
  image: null,
  author: '',
  readTimeMin: 0,
};

function section<K extends SectionKind>(kind: K, changes: Partial<ContentOf<K>> = {}): Section {
  const made = newSection(kind, 'zh-CN');
  return { ...made, content: { ...made.content, ...changes } as SectionContent };
}

function problemsOf<K extends SectionKind>(kind: K, changes: Partial<ContentOf<K>>) {
  const { problems, ...rest } = { problems: checkHomepage({ sections: [section(kind, changes)] }) };
  expect(rest).toEqual({});
  return Object.fromEntries(
    Object.entries(problems).map(([path, { key, parameters }]) => [
      path.replace('sections[0].content.', ''),
      [key, parameters?.max].filter((part) => part !== undefined).join(' '),
    ]),
  );
}

test('new_sections_are_right_but_for_what_only_the_author_knows', () => {
  for (const language of ['zh-CN', 'en'] as const) {
    const sections = SECTION_KINDS.map((kind) => newSection(kind, language));
    const wrong = Object.entries(checkHomepage({ sections })).map(([path, { key }]) => {
      const index = Number(/\d+/.exec(path)?.[0]);
      return [sections[index]?.content.kind, path.replace(/^.*\./, ''), key];
    });
    expect(wrong).toEqual([
      ['testimonials', 'content', 'field.required'],
      ['testimonials', 'author', 'field.required'],
      ['partners', 'name', 'field.required'],
    ]);
  }
});

test('new_sections_name_icons_and_addresses_that_are_there', () => {
  const { content } = newSection('features', 'en') as { content: ContentOf<'features'> };
  for (const { icon } of content.items) expect(names).toContain(icon);
  const { content: hero } = newSection('hero', 'en') as { content: ContentOf<'hero'> };
  expect(isSiteAddress(hero.primaryButton.url)).toBe(true);
});

test('a_copy_has_an_id_of_its_own_and_shares_nothing', () => {
  const made = newSection('faq', 'en');
  const copy = copyOf(made);
  expect(copy.id).not.toBe(made.id);
  expect(copy.content).toEqual(made.content);
  expect(copy.content).not.toBe(made.content);
});

test('texts_are_counted_in_characters_and_not_in_code_units', () => {
  expect(problemsOf('hero', { title: '𠮷'.repeat(100) })).toEqual({});
  expect(problemsOf('hero', { title: '𠮷'.repeat(101) })).toEqual({ title: 'field.tooLong 100' });
  expect(problemsOf('hero', { title: ' ' })).toEqual({ title: 'field.required' });
});

test('questions_answers_words_and_names_are_required', () => {
  expect(problemsOf('faq', { items: [{ question: '', answer: '' }] })).toEqual({
    'items[0].question': 'field.required',
    'items[0].answer': 'field.required',
  });
  expect(
    problemsOf('testimonials', {
      items: [{ content: '', author: '', position: '', avatar: null }],
    }),
  ).toEqual({
    'items[0].content': 'field.required',
    'items[0].author': 'field.required',
  });
});

test('a_button_with_words_leads_somewhere_and_nowhere_bad', () => {
  const button = (url: string) => problemsOf('cta', { primaryButton: { text: 'x', url } });
  expect(button('/docs')).toEqual({});
  expect(button('')).toEqual({ 'primaryButton.url': 'field.required' });
  expect(button('javascript:alert(1)')).toEqual({ 'primaryButton.url': 'url.invalid' });
});

test('a_line_break_belongs_into_long_texts_only', () => {
  expect(problemsOf('faq', { items: [{ question: 'q', answer: 'a\nb' }] })).toEqual({});
  expect(problemsOf('faq', { items: [{ question: 'q\nr', answer: 'a' }] })).toEqual({
    'items[0].question': 'field.controlCharacter',
  });
});

test('a_listed_article_has_a_title_and_a_day_that_exists', () => {
  const posts = [{ ...POST, date: '2026-02-30' }];
  expect(problemsOf('blog', { posts, source: 'listed' })).toEqual({
    'posts[0].title': 'field.required',
    'posts[0].date': 'date.invalid',
  });
});

test('an_article_that_nobody_sees_lacks_nothing', () => {
  expect(problemsOf('blog', { posts: [POST], source: 'latest' })).toEqual({});
  const posts = [{ ...POST, link: 'javascript:alert(1)' }];
  expect(Object.keys(problemsOf('blog', { posts, source: 'latest' }))).toEqual(['posts[0].link']);
});
