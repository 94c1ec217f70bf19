// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { Draft } from '../draft/draft';
import { DraftContext } from '../draft/use-draft';
import type { Rule } from './levels';
import { RuleRow } from './rule-row';

afterEach(cleanup);

async function show(rule: Rule | undefined) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const draft = new Draft<object>(
    { data: {}, revision: 1 },
    { save: async (data) => ({ data, revision: 2 }) },
  );
  render(
    <I18nextProvider i18n={i18n}>
      <TooltipProvider>
        <DraftContext value={draft}>
          <RuleRow
            name="Guide"
            note=""
            path={undefined}
            rule={rule}
            inherited={{ guest: 'members', nonMember: 'members', partialChars: 500 }}
            onChange={() => undefined}
            onReset={() => undefined}
          />
        </DraftContext>
      </TooltipProvider>
    </I18nextProvider>,
  );
  return screen.queryByLabelText('Guide: Characters shown') !== null;
}

test.each([
  [undefined, false],
  [{ guest: 'free' }, false],
  [{ nonMember: 'partial' }, true],
  // One that was set stays in sight.
  [{ guest: 'members', partialChars: 9 }, true],
] as const)(
  'how_much_is_shown_is_asked_where_only_a_beginning_is_shown: %j',
  async (rule, isAsked) => {
    expect(await show(rule)).toBe(isAsked);
  },
);

test('who_is_logged_in_inherits_no_less_than_guests_see', async () => {
  await show({ guest: 'free' });
  const level = screen.getByLabelText('Guide: Non-members');
  expect(level.textContent).toContain('Inherited (');
  expect(level.textContent).toBe(
    `Inherited (${screen.getByLabelText('Guide: Guests').textContent})`,
  );
});
