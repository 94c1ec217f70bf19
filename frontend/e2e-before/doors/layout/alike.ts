import { expect } from '../base';
import type { Tab } from '../drive/tab';
import { allArticles } from './articles';
import { differences, type Own } from './differences';
import { laidOut } from './laid-out';

/** All articles of the fixtures stand in the preview and in the copy as they do in Chromium. */
export async function areLaidOutAlike(tab: Tab, tabOfChromium: Tab, own: Own): Promise<void> {
  const { text, close } = await allArticles();
  try {
    const [found, expected] = await Promise.all([laidOut(tab, text), laidOut(tabOfChromium, text)]);
    const problems = Object.entries(expected).flatMap(([what, blocks]) =>
      differences(blocks, found[what] ?? [], own).map((problem) => `${what}: ${problem}`),
    );
    expect(problems).toEqual([]);
  } finally {
    await close();
  }
}
