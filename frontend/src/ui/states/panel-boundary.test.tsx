// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { addWorkKeeper } from '../../lib/browser/unsaved-work';
import { PanelBoundary } from './panel-boundary';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A panel that fails `left` times from now on when it is told to. */
async function show(error: unknown, left: number) {
  const remaining = { left };
  function Panel() {
    const [isFailing, setIsFailing] = useState(false);
    if (isFailing && remaining.left > 0) {
      remaining.left -= 1;
      throw error;
    }
    return (
      <button type="button" onClick={() => setIsFailing(true)}>
        panel
      </button>
    );
  }
  render(
    <I18nextProvider i18n={await startI18n('en')}>
      <PanelBoundary>
        <Panel />
      </PanelBoundary>
      <p>the rest</p>
    </I18nextProvider>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a_panel_that_fails_leaves_the_rest_and_is_tried_again', async () => {
  await show(new Error('of our own'), Number.POSITIVE_INFINITY);
  press('panel');
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong in this part.');
  screen.getByText('the rest');
  press('Try again');
  screen.getByRole('button', { name: 'panel' });
});

test('a_panel_whose_nodes_were_moved_is_drawn_anew_by_itself', async () => {
  // React tries a failed drawing once more before it gives it up.
  await show(new DOMException('no child of this node', 'NotFoundError'), 2);
  press('panel');
  expect(screen.queryByRole('alert')).toBeNull();
  screen.getByRole('button', { name: 'panel' });
});

test('what_was_typed_is_kept_before_anything_else_and_said', async () => {
  const keep = vi.fn(() => 'kept' as const);
  const remove = addWorkKeeper(keep);
  await show(new Error('of our own'), Number.POSITIVE_INFINITY);
  press('panel');
  expect(keep).toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toContain('What you wrote is saved');
  remove();
});
