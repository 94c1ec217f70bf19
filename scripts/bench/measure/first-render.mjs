// A whole article, nothing rendered before: text to HTML alone, and with the document laid out.
import { summaries, summary } from '../statistics.mjs';

const warmUps = 3;

/**
 * Renders `text` on both pages, in turns.
 *
 * Returns milliseconds: `html.{ours,peer,peerPlain}` (text to HTML; `peerPlain` is marked without
 * highlight.js), `laidOut.{ours,peer}` (the four fields of `Timing`).
 */
export async function measureFirstRender({ ours, peer }, { text }, samples) {
  const html = { ours: [], peer: [], peerPlain: [] };
  const laidOut = { ours: [], peer: [] };
  await ours.evaluate(() => setColors(false));
  for (let round = 0; round < warmUps + samples; round += 1) {
    const timings = {
      ours: await ours.evaluate((source) => renderOnly(source), text),
      peer: await peer.evaluate((source) => renderOnly(source), text),
      peerPlain: await peer.evaluate((source) => renderPlain(source), text),
    };
    const opened = {
      ours: await ours.evaluate((source) => bench.open(source), text),
      peer: await peer.evaluate((source) => bench.open(source), text),
    };
    if (round < warmUps) continue;
    for (const side of Object.keys(html)) html[side].push(timings[side]);
    for (const side of Object.keys(laidOut)) laidOut[side].push(opened[side]);
  }
  return {
    html: Object.fromEntries(Object.entries(html).map(([side, taken]) => [side, summary(taken)])),
    laidOut: { ours: summaries(laidOut.ours), peer: summaries(laidOut.peer) },
  };
}
