import { test } from './base';
import { areLaidOutAlike } from './layout/alike';

test('articles_are_laid_out_as_in_chromium', async ({ tab, tabOfChromium }) => {
  await areLaidOutAlike(tab, tabOfChromium, { hasWholeLetters: false });
});
