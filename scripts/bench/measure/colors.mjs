// The colors of code: in a browser that starts, and in one that has been at work for a while.
import { codeBlocks, languages } from '../corpus.mjs';
import { summary } from '../statistics.mjs';

const warmUps = 3;

async function inFreshPage(browser, address, run, argument) {
  const context = await browser.newContext({ locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(() => ready);
    return await page.evaluate(run, argument);
  } finally {
    await context.close();
  }
}

/** One block in each language, nothing loaded: milliseconds `{ ours, pause, peer }`. */
async function measureCold(browser, origin, samples) {
  const taken = { ours: [], pause: [], peer: [] };
  const blocks = codeBlocks(languages.length, 0);
  for (let round = 0; round < samples; round += 1) {
    const { time, pause } = await inFreshPage(
      browser,
      `${origin}/colors.html`,
      (all) => coldColors(all),
      blocks,
    );
    taken.ours.push(time);
    taken.pause.push(pause);
    taken.peer.push(
      await inFreshPage(browser, `${origin}/peer.html`, (all) => colorBlocks(all), blocks),
    );
  }
  return taken;
}

/** All blocks of an article with `count` sections, new ones each time: milliseconds `{ ours, peer }`. */
async function measureWarm(pages, count, samples) {
  const taken = { ours: [], peer: [] };
  for (let round = 0; round < warmUps + samples; round += 1) {
    const blocks = codeBlocks(count, 10_000 + round * count);
    const times = {
      ours: await pages.colors.evaluate((all) => warmColors(all), blocks),
      peer: await pages.peer.evaluate((all) => colorBlocks(all), blocks),
    };
    if (round < warmUps) continue;
    for (const side of ['ours', 'peer']) taken[side].push(times[side]);
  }
  return taken;
}

const summed = (taken) =>
  Object.fromEntries(Object.entries(taken).map(([side, all]) => [side, summary(all)]));

/** Returns `{ cold: { ours, pause, peer }, warm: { ours, peer } }`, summaries in milliseconds. */
export async function measureColors({ browser, origin, pages }, sections, samples) {
  return {
    cold: summed(await measureCold(browser, origin, samples)),
    warm: summed(await measureWarm(pages, sections, samples * 2)),
  };
}
