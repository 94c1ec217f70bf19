import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '../config/constants';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What the handbook says in quotes or in bold that is no name of the product, by what it is. */
const NO_NAMES: Record<Locale, Record<string, string[]>> = {
  'zh-CN': {
    'who reads, and what one does': [
      '公众号作者',
      '写技术内容的人',
      '手里有成体系内容的人',
      '拖',
      '按键',
      '按名字',
      '在当前分类里筛',
      '在全部文章里搜文字',
    ],
    'samples of a text': [
      '写完再改。',
      '先想清楚。',
      '用Rust写的引擎',
      '用 Rust 写的引擎',
      '你好，世界！',
      '3~5 天',
      '一杯 $5，两杯 $10',
      '一杯咖啡 $5，两杯 $10',
      '见 https://example.com。',
      '键: 值',
      '——',
      '一方砚台',
      '图1',
      '交稿前',
    ],
    'words of an author': [
      '待查',
      '第几行',
      '然后……如果……否则……',
      '点这里',
      '第三章',
      '我们',
      '开始阅读',
      '字数 N，阅读大约需 M 分钟',
    ],
    'words of the system': ['存为 PDF'],
  },
  en: {
    'who reads, and what one does': ['Authors with a body of work'],
    'samples of a text': [
      '写完再改。',
      '先想清楚。',
      'key: value',
      'An inkstone',
      'Figure 1',
      'sent to the editor',
      'ink and inkstone',
    ],
    'words of an author': [
      'check',
      'Introduction, Background, Method, Conclusion',
      'none',
      'forgotten',
      'see line 12',
      'then… if… otherwise…',
      'draft',
      'manuscript',
      'Click here',
      'What would a beginner not understand in this article?',
    ],
  },
};

/** Columns of tables whose first column has names, by their heads. */
const COLUMNS_OF_NAMES: Record<Locale, string[]> = {
  'zh-CN': [
    '出口',
    '页',
    '状态',
    '区块',
    '级别',
    '项',
    '方式',
    '类型',
    '工具',
    '标记',
    '角色',
    '主题',
    '来源',
    '样式',
  ],
  en: [
    'Way out',
    'Page',
    'Status',
    'Section',
    'Level',
    'Field',
    'Way',
    'Mode',
    'Kind',
    'Tool',
    'Mark',
    'Role',
    'Theme',
    'Source',
    'Style',
  ],
};

/** Where the interface, the pages of sites and the engine have their words. */
function wordsOf(locale: Locale): string[] {
  const texts = (tree: object): string[] =>
    Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : texts(value)));
  const folder = `frontend/src/i18n/locales/${locale}`;
  const ofInterface = readdirSync(path.join(root, folder)).flatMap((file) =>
    texts(JSON.parse(read(`${folder}/${file}`))),
  );
  const pages = 'server/src/features/public_site';
  const ofPages = [`${pages}/words/mod.rs`, `${pages}/words/buying.rs`, `${pages}/words/visitor.rs`]
    .map(read)
    .concat(read('engine-wasm/article/src/localized_text.rs'))
    .flatMap((source) => [...source.matchAll(/"([^"\n]+)"/g)].map(([, text = '']) => text));
  return [...ofInterface, ...ofPages];
}

/**
 * Whether a text is a name: as it is written, with or without the dots that say that a dialog follows, and with a number
 * where the words have a place for one.
 */
function nameTest(words: string[]): (text: string) => boolean {
  const bare = (text: string) => text.replace(/…$/, '');
  const whole = new Set(words.map(bare));
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const filled = words
    .filter((word) => word.includes('{{'))
    .map(
      (word) =>
        new RegExp(
          `^${word
            .split(/\{\{[^}]*\}\}/)
            .map(escaped)
            .join('[\\d,]+')}$`,
        ),
    );
  return (text) => whole.has(bare(text)) || filled.some((pattern) => pattern.test(bare(text)));
}

interface Quote {
  line: number;
  text: string;
}

/** The names that a chapter quotes. Code and front matter quote none. */
function quotesOf(chapter: string, columns: string[]): Quote[] {
  const blank = (text: string) => text.replace(/[^\n]/g, '');
  const prose = chapter
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, blank)
    .replace(/`+[^`\n]+`+/g, '`');
  let isInColumn = false;
  return prose.split('\n').flatMap((text, index) => {
    const line = index + 1;
    const said = [...text.matchAll(/“([^”]+)”/g)];
    // `- **Name:** what it is for`, also several names that share their words.
    const item = /^(?:[-*]|\d+\.) ((?:\*\*[^*]+\*\*(?:、|, | or | and )?)+)(.?)/.exec(text);
    const bold = item !== null && /[:：]\*\*$|\*\*[:：]$/.test(`${item[1]}${item[2]}`);
    const items = bold ? [...(item[1] ?? '').matchAll(/\*\*([^*]+?)[:：]?\*\*/g)] : [];
    const cell = /^\| ([^|]*[^| ]) *\|/.exec(text)?.[1];
    if (cell === undefined) isInColumn = false;
    else if (columns.includes(cell)) isInColumn = true;
    const isName =
      isInColumn && cell !== undefined && !columns.includes(cell) && !/^:?-+:?$/.test(cell);
    return [...said, ...items]
      .map(([, name = '']) => name)
      .concat(isName ? [cell] : [])
      .map((name) => ({ line, text: name }));
  });
}

function chapters(locale: Locale): string[] {
  const folder = `seeds/handbook/${locale}`;
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)
    .concat(`seeds/articles/tutorial.${locale}.md`)
    .sort();
}

describe.each(LOCALES)('in_%s', (locale) => {
  const isName = nameTest(wordsOf(locale));
  const others = Object.values(NO_NAMES[locale]).flat();
  const quotes = chapters(locale).flatMap((file) =>
    quotesOf(read(file), COLUMNS_OF_NAMES[locale]).map((quote) => ({ file, ...quote })),
  );

  test('every_name_that_the_handbook_and_the_tutorial_quote_is_a_word_of_the_product', () => {
    expect(quotes.length).toBeGreaterThan(150);
    const wrong = quotes.filter(({ text }) => !isName(text) && !others.includes(text));
    expect(wrong.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  });

  test('what_is_said_to_be_no_name_is_quoted_and_is_none', () => {
    const quoted = new Set(quotes.map(({ text }) => text));
    expect(others.filter((text) => !quoted.has(text) || isName(text))).toEqual([]);
  });
});
