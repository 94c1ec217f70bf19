// The article that is measured: Chinese prose with code in 13 languages, lists, tables, quotes, formulas
// and footnotes, at any size, the same bytes on every run. Every block is unique, so no cache
// of the engine or of a browser can answer for a block that it has seen before.
//
// By hand: node scripts/bench/corpus.mjs 100000 > article.md
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('corpus/', import.meta.url));
const prose = JSON.parse(readFileSync(join(folder, 'prose.json'), 'utf8'));
/** One sample for each language; the name of the file is the word after the fence. */
const samples = readdirSync(join(folder, 'code'))
  .sort()
  .map((file) => ({
    language: parse(file).name,
    code: readFileSync(join(folder, 'code', file), 'utf8').trimEnd(),
  }));

/** Short articles of other shapes: many links, prose, lists with pictures, tables with code. `{ name, text }`. */
export const shapedArticles = readdirSync(join(folder, 'articles'))
  .sort()
  .map((file) => ({
    name: parse(file).name,
    text: readFileSync(join(folder, 'articles', file), 'utf8'),
  }));

/** The languages of the code blocks, in the order in which they come. */
export const languages = samples.map((sample) => sample.language);

/** The code block of section `n`: no other section has the same. */
function codeBlock(n) {
  const { language, code } = samples[n % samples.length];
  return { language, code: code.replaceAll('N0', String(n)) };
}

/** `count` code blocks, `{ language, code }`, as sections from `first` on have them. */
export const codeBlocks = (count, first) =>
  Array.from({ length: count }, (_, i) => codeBlock(first + i));

/** Places of a section where somebody types, as offsets within the whole text. */
export const editKinds = [
  ...['paragraph', 'list', 'code', 'heading', 'table', 'formula', 'note'],
  ...['new paragraph', 'new item'],
];

/** Edits that begin a line: where, and what is typed before the letter. */
const LINES = {
  'new paragraph': { place: 'paragraph', before: '\n\n' },
  'new item': { place: 'list', before: '\n- ' },
};

/** What an edit types before its letter. */
export const typedBefore = (kind) => LINES[kind]?.before ?? '';

/** A small generator of repeatable numbers below 1 (mulberry32). */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function writer(seed) {
  const random = randomNumbers(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const fill = (text, n) =>
    text.replace(/\{([a-z])\}/g, (_, letter) =>
      letter === 'n' ? String(n) : String(10 + Math.floor(random() * 990)),
    );
  return { random, pick, fill };
}

function paragraph({ pick, fill, random }, n, opening) {
  const sentences = Array.from({ length: 2 + Math.floor(random() * 2) }, () =>
    pick(prose.sentences),
  );
  return `${opening}${fill(sentences.join(''), n)}`;
}

function extra({ pick, fill }, n) {
  switch (n % 3) {
    case 0: {
      const rows = prose.tableRows.map(
        (row) => `| ${row.map((cell) => fill(cell, n)).join(' | ')} |`,
      );
      return `| 第 ${n} 季 | 产量 | 工钱 | 备注 |\n| :--- | ---: | ---: | :--- |\n${rows.join('\n')}`;
    }
    case 1:
      return `> 记第 ${n} 条：${fill(pick(prose.quotes), n)}`;
    default:
      return `$$\n${pick(prose.formulas).replaceAll('{n}', String(n))}\n$$`;
  }
}

/** Section `n`: its text, and where in it each kind of edit happens. */
function section(write, n) {
  const { language, code } = codeBlock(n);
  const marks = {};
  let text = '';
  const add = (block, mark, at) => {
    if (mark) marks[mark] = text.length + at;
    text += `${block}\n\n`;
  };
  const heading = `## ${n}、${write.pick(prose.headings)}`;
  add(heading, 'heading', heading.length);
  const first = paragraph(write, n, `记第 ${n} 天。`);
  add(first, 'paragraph', Math.floor(first.indexOf('。', first.length / 2)) + 1 || first.length);
  const items = Array.from(
    { length: 3 },
    (_, i) => `- 其${i + 1}，第 ${n} 回：${write.fill(write.pick(prose.items), n)}`,
  );
  add(items.join('\n'), 'list', items[0].length + 1 + items[1].length);
  const hasNote = n % 8 === 3;
  const second = paragraph(write, n, hasNote ? `另有一事[^${n}]：` : `再说第 ${n} 件事。`);
  add(second, hasNote ? 'note' : undefined, second.length);
  const fenced = `\`\`\`${language}\n${code}\n\`\`\``;
  add(fenced, 'code', fenced.indexOf('\n', fenced.length / 2));
  const last = extra(write, n);
  add(last, ['table', undefined, 'formula'][n % 3], last.lastIndexOf('\n') - 2);
  if (hasNote) add(`[^${n}]: 出处见第 ${n} 页，抄录时改正了两个错字。`);
  return { text, marks, language };
}

/**
 * Writes an article of about `bytes` bytes of UTF-8, at most one section longer.
 *
 * Returns `{ text, edits, sections }`: the Markdown; for each of `editKinds` the offset (UTF-16) in the
 * middle of the article where a letter is typed (the code block is a JavaScript one); the number of
 * sections, each with one code block.
 */
export function article(bytes, seed = 20260822) {
  const write = writer(seed);
  let text = '---\ntitle: 山里的一天\ntags: [茶, 随笔]\ndraft: false\n---\n\n# 山里的一天\n\n';
  let size = Buffer.byteLength(text);
  const sections = [];
  for (let n = 1; size < bytes; n += 1) {
    const { text: body, marks, language } = section(write, n);
    sections.push({ start: text.length, marks, language });
    text += body;
    size += Buffer.byteLength(body);
  }
  const middle = Math.floor(sections.length / 2);
  const byDistance = sections
    .map((entry, index) => ({ ...entry, distance: Math.abs(index - middle) }))
    .sort((a, b) => a.distance - b.distance);
  const edits = Object.fromEntries(
    editKinds.map((kind) => {
      const mark = LINES[kind]?.place ?? kind;
      const isWanted = ({ marks, language }) =>
        marks[mark] !== undefined && (kind !== 'code' || language === 'javascript');
      const place = byDistance.find(isWanted);
      return [kind, place.start + place.marks[mark]];
    }),
  );
  return { text, edits, sections: sections.length };
}

/** Articles of one large block and a paragraph. `{ name, text, offset }`: letters go to `offset`, in the middle. */
export function largeBlocks() {
  const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('\n');
  const all = {
    'list of 1,000 items': lines(
      1000,
      (i) => `- 第 ${i} 条，[链接 ${i}](https://example.com/${i})`,
    ),
    'table of 400 rows': `| 甲 | 乙 | 丙 |\n|---|---|---|\n${lines(400, (i) => `| 第 ${i} 行 | **二** | \`三\` |`)}`,
    'code of 500 lines': `\`\`\`js\n${lines(500, (i) => `const value${i} = compute(${i}, 'text'); // 第 ${i} 行`)}\n\`\`\``,
  };
  return Object.entries(all).map(([name, block]) => {
    const text = `# 题\n\n${block}\n\n结尾\n`;
    return { name, text, offset: text.indexOf('第', text.length / 2) };
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.stdout.write(article(Number(process.argv[2] ?? 100_000)).text);
}
