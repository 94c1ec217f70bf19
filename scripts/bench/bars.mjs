// The figures that this project promises, and whether this run keeps them.
// Each bar reads the results of run.mjs and answers with the measured value, or nothing when it was not measured.
import { readFileSync } from 'node:fs';
import { shapedArticles } from './corpus.mjs';
import { doocsBytes } from './measure/copy.mjs';
import { digits, kilobytes } from './statistics.mjs';
import { frontend } from './tools.mjs';

const keystrokes = (results, size) => results.keystroke?.[size];

/** The slowest kind of edit, and what the peer needed for the same. */
function worst(results, size) {
  const kinds = Object.values(keystrokes(results, size) ?? {});
  if (kinds.length === 0) return undefined;
  return kinds
    .map(({ ours, peer }) => ({ ours: ours.total.median, peer: peer.total.median }))
    .sort((a, b) => b.ours - a.ours)[0];
}

/** The median of the engine's part of a keystroke, over all kinds of edits. */
function engineMedian(results, size) {
  const kinds = Object.values(keystrokes(results, size) ?? {});
  const medians = kinds.map(({ ours }) => ours.engine.median).sort((a, b) => a - b);
  return medians[medians.length >> 1];
}

const ms = (value) => `${digits(value)} ms`;

function atMost(limit, show) {
  return (value) =>
    value === undefined ? undefined : { shown: show(value), kept: value <= limit };
}

const share = (value) => `${digits(value)}`;

const growth = (value) => `${digits(value)}×`;

/** A visit to a page with an article: milliseconds until the first preview, against the peer's page. */
function navigation(connection, visit, limit) {
  const name = visit === 'first' ? 'first visit' : 'return';
  return {
    what: `navigation to the first preview, ${name}, ${connection} connection, against marked + highlight.js`,
    bar: `≤ ${limit}`,
    measure: ({ navigation: results }) => {
      const sides = results?.[connection];
      return sides && atMost(limit, share)(sides.ours[visit].median / sides.peer[visit].median);
    },
  };
}

/** How long an edit waits at most before it is written, as the frontend has it. */
function saveDelayMs() {
  const constants = readFileSync(`${frontend}src/config/constants.ts`, 'utf8');
  return Number(/SAVE_DELAY_MS = (\d+)/.exec(constants)[1]);
}

/** `what`: the promise; `bar`: its limit; `measure(results)`: `{ shown, kept }` or `undefined`. */
export const bars = [
  {
    what: 'keystroke to laid-out preview, 100 KB, slowest kind of edit',
    bar: '≤ 8 ms',
    measure: (results) => atMost(8, ms)(worst(results, 100_000)?.ours),
  },
  {
    what: 'the same at 1 MB',
    bar: '≤ 16 ms',
    measure: (results) => atMost(16, ms)(worst(results, 1_000_000)?.ours),
  },
  {
    what: 'growth of the engine part of a keystroke, 100 KB → 1 MB',
    bar: '≤ 1.5×',
    measure: (results) => {
      const [small, large] = [100_000, 1_000_000].map((size) => engineMedian(results, size));
      return small && large && atMost(1.5, growth)(large / small);
    },
  },
  {
    what: 'growth of a full render, 100 KB → 1 MB (text: 10×)',
    bar: '≤ 12×',
    measure: ({ firstRender }) =>
      firstRender?.[1_000_000] &&
      atMost(
        12,
        growth,
      )(firstRender[1_000_000].html.ours.median / firstRender[100_000].html.ours.median),
  },
  {
    what: 'full render without colors, 100 KB, against marked + highlight.js',
    bar: '≤ 0.25',
    measure: ({ firstRender }) =>
      firstRender?.[100_000] &&
      atMost(
        0.25,
        share,
      )(firstRender[100_000].html.ours.median / firstRender[100_000].html.peer.median),
  },
  {
    what: 'colors of 13 languages, cold worker',
    bar: '≤ 1000 ms',
    measure: ({ colors }) => atMost(1000, ms)(colors?.cold.ours.median),
  },
  {
    what: 'longest pause of the page meanwhile',
    bar: '≤ 50 ms',
    measure: ({ colors }) => atMost(50, ms)(colors?.cold.pause.median),
  },
  {
    what: 'colors of a 100 KB article, warm worker, empty cache, against highlight.js',
    bar: '≤ 2',
    measure: ({ colors }) =>
      colors && atMost(2, share)(colors.warm.ours.median / colors.warm.peer.median),
  },
  {
    what: 'article module (brotli)',
    bar: '≤ 230 KB',
    measure: ({ engineSizes }) => atMost(230_000, kilobytes)(engineSizes?.article?.brotli),
  },
  {
    what: 'download with highlighter, grammars and export',
    bar: '≤ 1200 KB',
    measure: ({ engineSizes: sizes }) =>
      sizes?.highlight &&
      sizes.export &&
      atMost(
        1_200_000,
        kilobytes,
      )(
        ['article', 'highlight', 'highlight data', 'export'].reduce(
          (all, name) => all + (sizes[name]?.brotli ?? 0),
          0,
        ),
      ),
  },
  {
    what: 'copied article without formulas, 10 KB, against the bytes of doocs/md',
    bar: '≤ 0.4',
    measure: ({ copy }) => {
      const one = copy?.[10_000];
      return one && atMost(0.4, share)(one.plain.bytes.median / doocsBytes[10_000]);
    },
  },
  {
    what: 'copied tutorial without formulas and diagrams, against the bytes of doocs/md',
    bar: '≤ 0.4',
    measure: ({ copy }) =>
      copy?.tutorial && atMost(0.4, share)(copy.tutorial.plain.bytes.median / doocsBytes.tutorial),
  },
  {
    what: 'copied articles of four shapes (links, prose, lists, tables), the worst, against the bytes of doocs/md',
    bar: '≤ 0.5',
    measure: ({ copy }) => {
      const shapes = shapedArticles.map(({ name }) => [name, copy?.[name]]);
      if (shapes.some(([, one]) => one === undefined)) return undefined;
      const ratios = shapes.map(([name, one]) => one.plain.bytes.median / doocsBytes[name]);
      return atMost(0.5, share)(Math.max(...ratios));
    },
  },
  {
    what: 'chain for WeChat, 100 KB, warm, against juice inlining the same HTML',
    bar: '≤ 0.5',
    measure: ({ copy }) => {
      const one = copy?.[100_000];
      return one && atMost(0.5, share)(one.plain.export.median / one.plain.juice.median);
    },
  },
  navigation('local', 'first', 0.9),
  navigation('local', 'again', 0.6),
  navigation('mobile', 'first', 0.9),
  navigation('mobile', 'again', 0.6),
  {
    what: 'first load of /md until Monaco takes letters, against a page of Monaco alone',
    bar: '≤ 1.5',
    measure: ({ editor }) =>
      editor?.local &&
      atMost(1.5, share)(editor.local.ours.usable.median / editor.local.blank.usable.median),
  },
  {
    what: 'sent until then (brotli)',
    bar: '≤ 1000 KB',
    measure: ({ editor }) =>
      editor?.local && atMost(1_000_000, kilobytes)(editor.local.ours.bytes.median),
  },
  {
    what: 'typing that a crash can lose: the wait before saving, and the slowest save in 2,000 posts',
    bar: '≤ 500 ms',
    measure: ({ library }) => library && atMost(500, ms)(saveDelayMs() + library.slowestSave),
  },
  {
    what: 'list of 2,000 documents',
    bar: '≤ 1000 ms',
    measure: ({ library }) => library && atMost(1000, ms)(library.list.median),
  },
  {
    what: 'search in 2,000 posts',
    bar: '≤ 1000 ms',
    measure: ({ library }) => library && atMost(1000, ms)(library.plain.median),
  },
];
