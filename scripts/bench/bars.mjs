// The figures that this project promises, and whether this run keeps them.
// Each bar reads the results of run.mjs and answers with the measured value, or nothing when it was not measured.
import { readFileSync } from 'node:fs';
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

const ms = (value) => `${digits(value)} ms`;

function atMost(limit, show) {
  return (value) =>
    value === undefined ? undefined : { shown: show(value), kept: value <= limit };
}

const share = (value) => `${digits(value)}`;

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
    bar: '≤ 40 ms',
    measure: (results) => atMost(40, ms)(worst(results, 1_000_000)?.ours),
  },
  {
    what: 'growth of a full render, 100 KB → 1 MB (text: 10×)',
    bar: '≤ 12×',
    measure: ({ firstRender }) =>
      firstRender?.[1_000_000] &&
      atMost(
        12,
        (value) => `${digits(value)}×`,
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
    what: 'download before the first preview (brotli)',
    bar: '≤ 140 KB',
    measure: ({ engineSizes }) => atMost(140_000, kilobytes)(engineSizes?.article?.brotli),
  },
  {
    what: 'download with highlighter, grammars and export',
    bar: '≤ 1100 KB',
    measure: ({ engineSizes: sizes }) =>
      sizes?.highlight &&
      sizes.export &&
      atMost(
        1_100_000,
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
    what: 'chain for WeChat, 100 KB, warm, against juice inlining the same HTML',
    bar: '≤ 0.5',
    measure: ({ copy }) => {
      const one = copy?.[100_000];
      return one && atMost(0.5, share)(one.plain.export.median / one.plain.juice.median);
    },
  },
  {
    what: 'navigation to the first preview, empty browser, against marked + highlight.js',
    bar: '≤ 1',
    measure: ({ navigation }) =>
      navigation?.local &&
      atMost(1, share)(navigation.local.ours.first.median / navigation.local.peer.first.median),
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
