import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import enApp from './locales/en/app.json';
import enAuth from './locales/en/auth.json';
import enConsole from './locales/en/console.json';
import enEditor from './locales/en/editor.json';
import enErrors from './locales/en/errors.json';
import enHelp from './locales/en/help.json';
import enLanding from './locales/en/landing.json';
import enLibrary from './locales/en/library.json';
import enSales from './locales/en/sales.json';
import enSiteConfig from './locales/en/siteConfig.json';
import enSync from './locales/en/sync.json';
import enTools from './locales/en/tools.json';
import enTransfer from './locales/en/transfer.json';
import zhApp from './locales/zh-CN/app.json';
import zhAuth from './locales/zh-CN/auth.json';
import zhConsole from './locales/zh-CN/console.json';
import zhEditor from './locales/zh-CN/editor.json';
import zhErrors from './locales/zh-CN/errors.json';
import zhHelp from './locales/zh-CN/help.json';
import zhLanding from './locales/zh-CN/landing.json';
import zhLibrary from './locales/zh-CN/library.json';
import zhSales from './locales/zh-CN/sales.json';
import zhSiteConfig from './locales/zh-CN/siteConfig.json';
import zhSync from './locales/zh-CN/sync.json';
import zhTools from './locales/zh-CN/tools.json';
import zhTransfer from './locales/zh-CN/transfer.json';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, path = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const full = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') flat.set(full, value);
    else for (const entry of flatten(value, full)) flat.set(...entry);
  }
  return flat;
}

/** Chinese has one plural form; the singular of another language stands beside its `_other`. */
function withoutSingulars(keys: Iterable<string>): string[] {
  const all = new Set(keys);
  return [...all].filter(
    (key) => !all.has(key.replace(/_one$/, '_other')) || !key.endsWith('_one'),
  );
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g)].map((match) => match[1] ?? '').sort();
}

const namespaces: [string, Tree, Tree][] = [
  ['app', zhApp, enApp],
  ['errors', zhErrors, enErrors],
  ['editor', zhEditor, enEditor],
  ['help', zhHelp, enHelp],
  ['landing', zhLanding, enLanding],
  ['auth', zhAuth, enAuth],
  ['console', zhConsole, enConsole],
  ['library', zhLibrary, enLibrary],
  ['sales', zhSales, enSales],
  ['siteConfig', zhSiteConfig, enSiteConfig],
  ['sync', zhSync, enSync],
  ['tools', zhTools, enTools],
  ['transfer', zhTransfer, enTransfer],
];

test.each(namespaces)('%s_has_the_same_keys_in_both_languages', (_name, zh, en) => {
  expect(withoutSingulars(flatten(en).keys()).sort()).toEqual([...flatten(zh).keys()].sort());
});

test.each(namespaces)('%s_has_the_same_placeholders_in_both_languages', (_name, zh, en) => {
  const english = flatten(en);
  for (const [key, text] of flatten(zh)) {
    expect([key, placeholders(english.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  }
});

test.each(namespaces)('%s_has_no_empty_words_and_no_deep_keys', (_name, zh, en) => {
  for (const [key, text] of [...flatten(zh), ...flatten(en)]) {
    expect([key, text.trim() !== '']).toEqual([key, true]);
    expect([key, key.split('.').length <= 4]).toEqual([key, true]);
  }
});

test.each(namespaces)('%s_in_chinese_is_chinese', (_name, zh) => {
  // Words that are names stay as they are.
  for (const [key, text] of flatten(zh)) {
    expect([key, /[\u4e00-\u9fff]/.test(text)]).toEqual([key, true]);
  }
});

test('every_failure_that_the_api_names_has_words', () => {
  const document: {
    paths: Record<string, Record<string, { responses?: Record<string, { description: string }> }>>;
  } = JSON.parse(readFileSync(path.resolve('src/api/generated/openapi.json'), 'utf8'));
  const failures = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.entries(operation.responses ?? {}))
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) => [...description.matchAll(/`([\w.]+)`/g)])
    .map(([, key]) => key ?? '');
  const known = flatten(zhErrors);
  expect(new Set(failures).size).toBeGreaterThan(20);
  expect(failures.filter((key) => !known.has(key))).toEqual([]);
});

/** Keys that the source names: whole, or as a pattern such as `help:example.${topic}.hint`. */
function isNamed(key: string, literals: Set<string>, patterns: readonly string[][]): boolean {
  const name = key.replace(/_(one|other)$/, '');
  const isPattern = ([first = '', ...rest]: string[]) => {
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      at = name.indexOf(part, at + 1);
      if (at < 0) return false;
      at += part.length;
    }
    return rest.at(-1) === '' || at === name.length;
  };
  return literals.has(name) || patterns.some(isPattern);
}

test('every_word_is_said_somewhere', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|generated|pkg/.test(file))
    .map((file) => readFileSync(path.join('src', file), 'utf8'))
    .join('\n');
  const found = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map((match) => (match[1] ?? '').replace(/^\w+:/, ''));
  const literals = new Set(found(/['"]([\w:.-]+)['"]/g));
  const patterns = found(/`((?:[\w:.-]|\$\{[^`{}]*\})+)`/g)
    .map((template) => template.split(/\$\{[^}]*\}/))
    .filter((parts) => parts.length > 1 && /[a-z]/.test(parts.join('')));
  // The words for failures and for what the engine finds are chosen by keys that come from there.
  const unnamed = namespaces
    .filter(([name]) => name !== 'errors')
    .flatMap(([, zh]) => [...flatten(zh).keys()])
    .filter((key) => !/^(finding|warning)\./.test(key) && !isNamed(key, literals, patterns));
  expect(unnamed).toEqual([]);
});

test('what_the_editor_calls_an_article_is_no_document_as_well', () => {
  const words = [zhLibrary, enLibrary, zhTools.command, enTools.command].flatMap((tree) => [
    ...flatten(tree).values(),
  ]);
  expect(words.filter((word) => /文档|\bdocuments?\b/i.test(word))).toEqual([]);
});

test('the_help_calls_the_highlighter_as_its_command', () => {
  expect(zhHelp.example.text.source).toContain(zhTools.command.mark);
  expect(enHelp.example.text.source.toLowerCase()).toContain(enTools.command.mark.toLowerCase());
});

test.each([
  [zhEditor.content, ['用教程替换正文', '清空内容'], ['用教程替换', '清空']],
  [enEditor.content, ['Replace with tutorial', 'Clear article'], ['Replaced with', 'Article']],
])('what_was_done_is_said_in_the_words_of_its_entry', (words, entries, said) => {
  expect([words.reset, words.clear]).toEqual(entries);
  expect(words.resetDone).toContain(said[0]);
  expect(words.clearDone).toContain(said[1]);
});
