// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { cleanupToasts } from '../../../testing/toasts';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { Toaster } from '../../../ui/states/toast';
import { Draft } from '../draft/draft';
import { DraftContext } from '../draft/use-draft';
import { BoundText } from './bound-fields';
import { ItemList } from './item-list';

afterEach(cleanupToasts);

interface Item {
  text: string;
}

async function show(...texts: string[]) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const draft = new Draft<{ links: Item[] }>(
    { data: { links: texts.map((text) => ({ text })) }, revision: 1 },
    { type: 'Navigation', save: async (data) => ({ data, revision: 2 }) },
  );
  render(
    <I18nextProvider i18n={i18n}>
      <TooltipProvider>
        <Toaster isDark={false} />
        <DraftContext value={draft}>
          <ItemList<Item>
            path="links"
            label="Items"
            addLabel="Add"
            create={() => ({ text: '' })}
            nameOf={({ text }) => text}
          >
            {(path) => <BoundText path={`${path}.text`} label="Text" />}
          </ItemList>
        </DraftContext>
      </TooltipProvider>
    </I18nextProvider>,
  );
  return { draft, now: () => draft.get().value.links.map(({ text }) => text) };
}

test('the_field_of_an_item_moves_with_it', async () => {
  await show('a', 'b');
  const field = screen.getByDisplayValue('a');
  const [handle] = document.querySelectorAll('[data-handle]');
  if (handle === undefined) throw new Error('no handle');
  fireEvent.keyDown(handle, { key: 'ArrowDown' });
  expect(screen.getByDisplayValue('a')).toBe(field);
});

test('a_removal_is_undone_once_by_its_message_or_by_the_bar', async () => {
  const { draft, now } = await show('a', 'b');
  fireEvent.click(screen.getByRole('button', { name: 'Delete “a”' }));
  expect(now()).toEqual(['b']);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(now()).toEqual(['a', 'b']);
  expect(draft.get()).toMatchObject({ isDirty: false, canUndo: false });

  act(() => draft.setField('links[0].text', 'aa'));
  fireEvent.click(screen.getByRole('button', { name: 'Delete “b”' }));
  const offered = await screen.findByRole('button', { name: 'Undo' });
  act(() => draft.undo());
  fireEvent.click(offered);
  expect(now()).toEqual(['aa', 'b']);
});
