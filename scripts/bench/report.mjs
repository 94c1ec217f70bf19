// The results of a run as Markdown: tables first, the bars last.
import { bars } from './bars.mjs';
import { doocsBytes } from './measure/copy.mjs';
import { libraryPosts } from './measure/library.mjs';
import { digits, kilobytes, megabytes, table, time, times } from './statistics.mjs';

const sizeName = (size) => (size >= 1_000_000 ? `${size / 1_000_000} MB` : `${size / 1000} KB`);

const typed = (what, { ours, peer }) => [
  what,
  time(ours.total),
  time(ours.engine),
  time(ours.dom),
  time(ours.layout),
  time(peer.total),
  times(peer.total.median, ours.total.median),
];
const typedHead = ['edit in a', 'Moyan', 'engine', 'DOM', 'layout', 'marked + hljs', 'faster'];

function keystrokes(results) {
  const rows = Object.entries(results).flatMap(([size, kinds]) =>
    Object.entries(kinds).map(([kind, pair]) => typed(`${sizeName(Number(size))}, ${kind}`, pair)),
  );
  return table(typedHead, rows);
}

function largeBlocks(results) {
  return table(
    typedHead,
    Object.entries(results).map(([name, pair]) => typed(name, pair)),
  );
}

function firstRender(results) {
  const rows = Object.entries(results).flatMap(([size, { html, laidOut }]) => [
    [
      `${sizeName(Number(size))}, text to HTML`,
      time(html.ours),
      time(html.peer),
      time(html.peerPlain),
      times(html.peer.median, html.ours.median),
    ],
    [
      `${sizeName(Number(size))}, laid out`,
      time(laidOut.ours.total),
      time(laidOut.peer.total),
      '',
      times(laidOut.peer.total.median, laidOut.ours.total.median),
    ],
  ]);
  return table(['', 'Moyan, no colors', 'marked + hljs', 'marked alone', 'faster'], rows);
}

function colors({ cold, warm }) {
  return table(
    ['', 'Moyan (worker)', 'highlight.js (main thread)', 'ratio'],
    [
      [
        '13 languages, cold',
        time(cold.ours),
        time(cold.peer),
        times(cold.ours.median, cold.peer.median),
      ],
      ['longest pause of the page meanwhile', time(cold.pause), time(cold.peer), ''],
      [
        '100 KB article, warm, empty cache',
        time(warm.ours),
        time(warm.peer),
        times(warm.ours.median, warm.peer.median),
      ],
    ],
  );
}

function copies(results) {
  const nameOf = (size) => (Number.isNaN(Number(size)) ? size : sizeName(Number(size)));
  const rows = Object.entries(results).flatMap(([size, { first, copied, plain }]) => [
    [
      `${nameOf(size)}, first copy`,
      digits(first.chain),
      digits(first.fill),
      '',
      '',
      kilobytes(first.bytes),
      first.characters,
    ],
    ...[
      ['again', copied],
      ['again, no formulas', plain],
    ].map(([name, one]) => [
      `${nameOf(size)}, ${name}`,
      time(one.chain),
      time(one.fill),
      time(one.export),
      time(one.juice),
      kilobytes(one.bytes.median),
      one.characters.median,
    ]),
  ]);
  const durations = table(
    [
      'article',
      'chain',
      'code and formulas',
      'of the chain, export',
      'juice, inlining only',
      'size',
      'characters',
    ],
    rows,
  );
  const sizes = table(
    ['article, no formulas', 'Markdown', 'copied', 'doocs/md', 'ratio'],
    Object.entries(results).map(([size, { markdownBytes, plain }]) => [
      nameOf(size),
      kilobytes(markdownBytes),
      kilobytes(plain.bytes.median),
      kilobytes(doocsBytes[size]),
      (plain.bytes.median / doocsBytes[size]).toFixed(2),
    ]),
  );
  return `${durations}\n\n${sizes}`;
}

/** What is opened, by the name of its figures. */
const visits = {
  first: 'first visit (tutorial)',
  again: '100 KB, return',
  unknown: '100 KB, return without a cached preview',
};

function navigation(results) {
  const rows = Object.entries(results).flatMap(([connection, { ours, peer }]) =>
    Object.entries(visits).map(([visit, what]) => [
      `${connection}, ${what}`,
      time(ours[visit]),
      time(peer[visit]),
      (ours[visit].median / peer[visit].median).toFixed(2),
    ]),
  );
  const { ours, peer } = Object.values(results)[0];
  const bytes = [kilobytes(ours.bytes.median), kilobytes(peer.bytes.median)];
  rows.push([
    'downloaded until the preview of a first visit (brotli)',
    ...bytes,
    (ours.bytes.median / peer.bytes.median).toFixed(2),
  ]);
  return table(['connection', 'Moyan', 'marked + hljs', 'ratio'], rows);
}

function editor(results) {
  const rows = Object.entries(results).flatMap(([connection, { ours, blank }]) => [
    [
      `${connection}, usable`,
      time(ours.usable),
      time(blank.usable),
      (ours.usable.median / blank.usable.median).toFixed(2),
    ],
    [`${connection}, article shown, plain box takes letters`, time(ours.article), '', ''],
  ]);
  const { ours, blank } = Object.values(results)[0];
  rows.push([
    'sent until usable (brotli)',
    kilobytes(ours.bytes.median),
    kilobytes(blank.bytes.median),
    (ours.bytes.median / blank.bytes.median).toFixed(2),
  ]);
  return table(['first load of /md', 'Moyan', 'Monaco alone', 'ratio'], rows);
}

function library(results) {
  const names = {
    opening: 'start, until the editor has its post',
    list: 'list of documents, until its rows are known',
    switching: 'switching to another post',
    saving: 'saving one edit',
    plain: 'search in all posts',
    again: 'another search, texts read already',
    regex: 'search by a regular expression, texts read already',
    replacing: 'replacing in all posts, before writing, texts read already',
  };
  const rows = Object.entries(names).map(([field, name]) => [name, time(results[field])]);
  return table([`${libraryPosts} posts of 8 KB, five versions each`, 'ms'], rows);
}

function memory(results) {
  const rows = Object.entries(results).map(([size, { ours, peer }]) => [
    sizeName(Number(size)),
    megabytes(ours.median),
    megabytes(peer.median),
    (ours.median / peer.median).toFixed(2),
  ]);
  return table(['article', 'Moyan', 'marked + hljs', 'ratio'], rows);
}

const sizes = (results) =>
  table(
    ['', 'raw', 'brotli'],
    Object.entries(results).map(([name, { raw, brotli }]) => [
      name,
      kilobytes(raw),
      kilobytes(brotli),
    ]),
  );

function kept(results) {
  const rows = bars.map(({ what, bar, measure }) => {
    const value = measure(results);
    return [
      what,
      bar,
      value?.shown ?? 'not measured',
      value ? (value.kept ? 'pass' : '**miss**') : '',
    ];
  });
  return table(['promise', 'bar', 'measured', ''], rows);
}

const sections = [
  ['keystroke', 'Keystroke to laid-out preview, ms', keystrokes],
  ['largeBlocks', 'Keystroke in one large block, ms', largeBlocks],
  ['firstRender', 'First render of a whole article, ms', firstRender],
  ['colors', 'Colors of code, ms', colors],
  ['copy', 'Copying for WeChat, ms', copies],
  ['navigation', 'Navigation to the first preview, ms', navigation],
  ['editor', 'First load of the editor, ms', editor],
  ['library', 'A library of posts, ms', library],
  ['memory', 'Memory of a page showing the article', memory],
  ['engineSizes', 'Download of the engine', sizes],
];

/** The whole report. Times are medians, the smallest in brackets. */
export function report(results) {
  const parts = sections
    .filter(([name]) => results[name])
    .map(([name, title, write]) => `## ${title}\n\n${write(results[name])}`);
  return [...parts, `## Bars\n\n${kept(results)}`].join('\n\n');
}
