// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { startI18n } from '../../../i18n';
import { TabHint } from './tab-hint';

afterEach(cleanup);

test('the_first_tab_in_the_text_tells_how_the_keyboard_leaves_it', async () => {
  const i18n = await startI18n('en');
  render(
    <I18nextProvider i18n={i18n}>
      <div className="monaco-editor">
        <textarea aria-label="text" />
      </div>
      <textarea aria-label="other" />
      <TabHint />
    </I18nextProvider>,
  );
  const status = screen.getByRole('status');
  const text = screen.getByLabelText('text');
  fireEvent.keyDown(screen.getByLabelText('other'), { key: 'Tab' });
  fireEvent.keyDown(text, { key: 'a' });
  expect(status.textContent).toBe('');
  fireEvent.keyDown(text, { key: 'Tab' });
  expect(status.textContent).toContain('Ctrl+M');
  fireEvent.focusOut(text);
  expect(status.textContent).toBe('');
});
