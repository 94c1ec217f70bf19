// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Homepage } from '../../../api/site-settings';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { checkSettings } from '../check/check-settings';
import { Draft } from '../draft/draft';
import { DraftContext } from '../draft/use-draft';
import { HomepageForm } from './homepage-form';
import { homepageRules } from './homepage-rules';
import { newSection } from './new-section';
import type { SectionKind } from './section-kinds';
import { SECTION_KINDS } from './sections/registry';

vi.mock('../site/use-site-language', () => ({ useSiteLanguage: () => 'en' }));
afterEach(cleanup);

async function show(...kinds: SectionKind[]) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const sections = kinds.map((kind) => newSection(kind, 'en'));
  const draft = new Draft<Homepage>(
    { data: { sections }, revision: 1 },
    {
      type: 'Homepage',
      save: async (data) => ({ data, revision: 2 }),
      check: (value) => checkSettings('Homepage', value, homepageRules),
    },
  );
  render(
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <TooltipProvider>
          <DraftContext value={draft}>
            <HomepageForm />
          </DraftContext>
        </TooltipProvider>
      </MemoryRouter>
    </I18nextProvider>,
  );
  return { draft, kindsNow: () => draft.get().value.sections.map(({ content }) => content.kind) };
}

const toggles = () =>
  screen.getAllByRole('button').filter((button) => button.getAttribute('aria-controls'));

test('every_kind_shows_its_fields_with_words_and_a_path', async () => {
  await show(...SECTION_KINDS);
  for (const toggle of toggles()) fireEvent.click(toggle);
  for (const [index, kind] of SECTION_KINDS.entries()) {
    const field = document.querySelector(`[data-field="sections[${index}].content.title"] input`);
    expect(field, kind).not.toBeNull();
  }
  // A key that has no words would stand there as it is.
  expect(document.body.textContent).not.toMatch(/(?:homepage|image|link|list|icons)\.\w+/);
});

test('arrow_keys_on_a_handle_move_the_section_and_say_so', async () => {
  const { kindsNow } = await show('hero', 'faq', 'cta');
  const [handle] = document.querySelectorAll('[data-handle]');
  if (handle === undefined) throw new Error('no handle');
  fireEvent.keyDown(handle, { key: 'ArrowDown' });
  expect(kindsNow()).toEqual(['faq', 'hero', 'cta']);
  expect(screen.getAllByRole('status').map((line) => line.textContent)).toContain(
    '“Knowledge, clearly written” is now 2 of 3',
  );
  expect(document.activeElement).toBe(document.querySelectorAll('[data-handle]')[1]);
});

test('each_change_of_the_list_is_one_step_back', async () => {
  const { draft, kindsNow } = await show('hero');
  fireEvent.click(screen.getByRole('button', { name: 'Add section' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(10);
  fireEvent.click(within(dialog).getByRole('button', { name: /^Questions/ }));
  expect(kindsNow()).toEqual(['hero', 'faq']);
  draft.undo();
  expect(kindsNow()).toEqual(['hero']);
  draft.redo();
  expect(kindsNow()).toEqual(['hero', 'faq']);
});

test('a_field_that_is_wanted_opens_its_section', async () => {
  const { draft } = await show('hero', 'cta');
  expect(document.querySelector('[data-field="sections[1].content.title"]')).toBeNull();
  draft.want('sections[1].content.title');
  await screen.findByDisplayValue('Start reading now');
  expect(document.querySelector('[data-field="sections[1].content.title"]')).not.toBeNull();
});

test('no_item_is_added_beyond_the_limit', async () => {
  const { draft } = await show('demo');
  for (const toggle of toggles()) fireEvent.click(toggle);
  for (let n = 3; n < 6; n += 1) {
    fireEvent.click(screen.getByRole('button', { name: 'Add highlight' }));
  }
  expect(screen.queryByRole('button', { name: 'Add highlight' })).toBeNull();
  expect(draft.get().value.sections[0]?.content).toHaveProperty('benefits.length', 6);
});
