// From a keystroke to the laid-out preview, at several sizes, for edits in several kinds of blocks.
import { editKinds, typedBefore } from '../corpus.mjs';
import { summaries } from '../statistics.mjs';

const warmUps = 3;

/** Runs in the page. */
const typeOne = ([offset, before]) => bench.type(offset, before);

/**
 * Types into the article of `size` bytes on both pages, in turns.
 *
 * Returns for each kind of edit `{ ours, peer }`: summaries of the four fields of `Timing`, in milliseconds.
 * Throws when the patched preview differs from a fresh rendering: a fast wrong answer is no answer.
 */
export async function measureKeystrokes({ ours, peer }, { size, text, edits }, samples) {
  const results = {};
  await ours.evaluate(() => setColors(true));
  for (const page of [ours, peer]) await page.evaluate((source) => bench.open(source), text);
  await ours.evaluate(() => settled());
  // From the last place to the first: letters move only what stands behind them.
  for (const kind of [...editKinds].sort((a, b) => edits[b] - edits[a])) {
    const taken = { ours: [], peer: [] };
    for (let round = 0; round < warmUps + samples; round += 1) {
      const timings = {
        ours: await ours.evaluate(typeOne, [edits[kind], typedBefore(kind)]),
        peer: await peer.evaluate(typeOne, [edits[kind], typedBefore(kind)]),
      };
      if (round < warmUps) continue;
      for (const side of ['ours', 'peer']) taken[side].push(timings[side]);
    }
    results[kind] = { ours: summaries(taken.ours), peer: summaries(taken.peer) };
  }
  if (!(await ours.evaluate(() => isFresh()))) {
    throw new Error(`${size} bytes: after the edits the preview differs from a fresh rendering`);
  }
  return Object.fromEntries(editKinds.map((kind) => [kind, results[kind]]));
}
