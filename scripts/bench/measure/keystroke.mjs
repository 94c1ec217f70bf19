// From a keystroke to the laid-out preview, at several sizes, for edits in several kinds of blocks.
import { editKinds, largeBlocks, typedBefore } from '../corpus.mjs';
import { summaries } from '../statistics.mjs';

const warmUps = 3;

/** Runs in the page. */
const typeOne = ([offset, before]) => bench.type(offset, before);

/** Opens `text` in the preview of both pages. */
async function openBoth({ ours, peer }, text) {
  await ours.evaluate(() => setColors(true));
  for (const page of [ours, peer]) await page.evaluate((source) => bench.open(source), text);
  await ours.evaluate(() => settled());
}

/** Types at `offset` on both pages, in turns. Returns `{ ours, peer }`: summaries of the four fields of `Timing`, in milliseconds. */
async function typeBoth({ ours, peer }, offset, before, samples) {
  const taken = { ours: [], peer: [] };
  for (let round = 0; round < warmUps + samples; round += 1) {
    const timings = {
      ours: await ours.evaluate(typeOne, [offset, before]),
      peer: await peer.evaluate(typeOne, [offset, before]),
    };
    if (round < warmUps) continue;
    for (const side of ['ours', 'peer']) taken[side].push(timings[side]);
  }
  return { ours: summaries(taken.ours), peer: summaries(taken.peer) };
}

/** Throws when the patched preview differs from a fresh rendering: a fast wrong answer is no answer. */
async function compareWithFresh({ ours }, what) {
  if (!(await ours.evaluate(() => isFresh()))) {
    throw new Error(`${what}: after the edits the preview differs from a fresh rendering`);
  }
}

/** Types into the article of `size` bytes. Returns the answer of `typeBoth` for each kind of edit. */
export async function measureKeystrokes(pages, { size, text, edits }, samples) {
  const results = {};
  await openBoth(pages, text);
  // From the last place to the first: letters move only what stands behind them.
  for (const kind of [...editKinds].sort((a, b) => edits[b] - edits[a])) {
    results[kind] = await typeBoth(pages, edits[kind], typedBefore(kind), samples);
  }
  await compareWithFresh(pages, `${size} bytes`);
  return Object.fromEntries(editKinds.map((kind) => [kind, results[kind]]));
}

/** Types into the middle of one large block. Returns the answer of `typeBoth` for each. */
export async function measureLargeBlocks(pages, samples) {
  const results = {};
  for (const { name, text, offset } of largeBlocks()) {
    await openBoth(pages, text);
    results[name] = await typeBoth(pages, offset, '', samples);
    await compareWithFresh(pages, name);
  }
  return results;
}
