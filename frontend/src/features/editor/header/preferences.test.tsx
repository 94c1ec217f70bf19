// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { editorScreen } from '../../../testing/editor-screen';
import { Button } from '../../../ui/buttons/button';
import { Menu, MenuItem } from '../../../ui/menus/menu';
import { DimItem } from './preferences';

const editor = editorScreen();
const appearance = { isDark: true };

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
vi.mock('../../../ui/appearance', () => ({ useAppearance: () => appearance }));

/** The items of the menu once it is open. */
async function items(): Promise<(string | null)[]> {
  fireEvent.click(screen.getByRole('button', { name: 'menu' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

test('in_the_dark_the_sheet_can_be_dimmed_and_shown_as_it_is', async () => {
  await editor.show(
    <Menu trigger={<Button>menu</Button>}>
      <MenuItem onSelect={() => undefined}>other</MenuItem>
      <DimItem />
    </Menu>,
  );
  const { isSheetDimmed } = editor.workbench.settings;
  const names = isSheetDimmed ? ['恢复纸面亮度', '调暗纸面'] : ['调暗纸面', '恢复纸面亮度'];
  expect(await items()).toEqual(['other', names[0]]);
  fireEvent.click(screen.getByText(names[0] ?? ''));
  expect(editor.workbench.settings.isSheetDimmed).toBe(!isSheetDimmed);
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(await items()).toEqual(['other', names[1]]);
});

test('in_the_light_there_is_nothing_to_dim', async () => {
  appearance.isDark = false;
  await editor.show(
    <Menu trigger={<Button>menu</Button>}>
      <MenuItem onSelect={() => undefined}>other</MenuItem>
      <DimItem />
    </Menu>,
  );
  expect(await items()).toEqual(['other']);
});
