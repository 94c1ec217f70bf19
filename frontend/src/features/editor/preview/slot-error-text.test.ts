import { expect, test } from 'vitest';
import { startI18n } from '../../../i18n';
import { missingPart } from '../../../lib/browser/load-part';
import { slotErrorText } from './slot-error-text';

test('what_is_not_drawn_because_its_code_did_not_arrive_says_that_and_no_words_of_the_browser', async () => {
  const { t } = await startI18n('en');
  const cause = missingPart(new TypeError('Failed to fetch dynamically imported module: a.js'));
  for (const kind of ['formula', 'diagram'] as const) {
    const said = slotErrorText(t, kind, cause);
    expect(said).toContain('not downloaded completely');
    expect(said).not.toContain('Failed');
  }
});
