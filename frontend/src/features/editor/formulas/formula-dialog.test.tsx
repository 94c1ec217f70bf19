// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { WorkbenchProvider } from '../editor-context';
import type { Workbench } from '../workbench';
import { FormulaDialog } from './formula-dialog';

vi.mock('../preview/formulas', () => ({
  Formulas: class {
    prepare = () => new Promise(() => undefined);
  },
}));

afterEach(cleanup);

test('a_formula_of_a_selection_leaves_the_draft_of_a_new_one_alone', async () => {
  const i18n = await startI18n('zh-CN');
  let selected = { text: 'a b', start: 3, end: 3 };
  const workbench = { post: null, source: { selected: () => selected } } as unknown as Workbench;
  const show = () =>
    render(
      <I18nextProvider i18n={i18n}>
        <WorkbenchProvider workbench={workbench}>
          <FormulaDialog onClose={() => undefined} />
        </WorkbenchProvider>
      </I18nextProvider>,
    ).unmount;
  const source = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  const type = (value: string) => fireEvent.change(source(), { target: { value } });
  let close = show();
  type('x^2');
  close();
  selected = { text: 'a b', start: 0, end: 1 };
  close = show();
  expect(source().value).toBe('a');
  type('a+1');
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  close();
  selected = { text: 'a b', start: 3, end: 3 };
  show();
  expect(source().value).toBe('x^2');
});
