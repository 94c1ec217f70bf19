// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import * as engine from '../../../../engine/pkg/source/moyan_source.js';
import { loadSource } from '../../../../engine/source';
import type { SourceModule } from '../../../../engine/types';
import { startI18n } from '../../../../i18n';
import { FrontMatterPanel } from './front-matter-panel';

let title = '';
let frontMatter = {};
let text = '';
const changeText = vi.fn();

vi.mock('../../../../engine/source', () => ({
  loadSource: vi.fn(() => new Promise(() => undefined)),
}));
vi.mock('../../editor-context', () => ({
  useEditor: (select: (state: object) => unknown) =>
    select({ postId: 'post', isReadOnly: false, info: { frontMatter } }),
  useWorkbench: () => ({
    text,
    title,
    name: title && `${title}, as named`,
    post: null,
    changeText,
  }),
}));
afterEach(cleanup);

/** What the fields of title and name show: as a value, or in parentheses while the text names none. */
async function shown(articleTitle: string, front: object): Promise<string[]> {
  title = articleTitle;
  frontMatter = front;
  const i18n = await startI18n('en');
  render(
    <I18nextProvider i18n={i18n}>
      <FrontMatterPanel />
    </I18nextProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Properties' }));
  return ['Title', 'Name in the list'].map((label) => {
    const { value, placeholder } = screen.getByLabelText<HTMLInputElement>(label);
    return value || `(${placeholder})`;
  });
}

test('an_article_without_a_title_is_untitled', async () => {
  expect(await shown('', {})).toEqual(['(Untitled)', '()']);
});

test('the_title_stands_where_the_text_names_none', async () => {
  expect(await shown('Essay', {})).toEqual(['(Essay)', '(Essay, as named)']);
});

test('the_name_in_the_list_is_the_title_until_the_text_names_one', async () => {
  expect(await shown('Essay', { title: 'Essay' })).toEqual(['Essay', '(Essay, as named)']);
  cleanup();
  expect(await shown('Essay', { title: 'Essay', sidebarLabel: 'E' })).toEqual(['Essay', 'E']);
});

test('the_description_is_shown_and_written_as_a_key_of_the_text', async () => {
  const wasm = path.join(import.meta.dirname, '../../../../engine/pkg/source/moyan_source_bg.wasm');
  engine.initSync({ module: readFileSync(wasm) });
  vi.mocked(loadSource).mockResolvedValue(engine as unknown as SourceModule);
  text = '---\ndescription: What it is about\nmood: calm\n---\nwords';
  const other = [
    { key: 'mood', value: 'calm' },
    { key: 'description', value: 'What it is about' },
  ];
  await shown('Essay', { title: 'Essay', other });
  const field = screen.getByLabelText<HTMLInputElement>('Description');
  expect(field.value).toBe('What it is about');
  await waitFor(() => expect(field.matches('fieldset:disabled input')).toBe(false));
  fireEvent.change(field, { target: { value: 'Short and new' } });
  expect(changeText).toHaveBeenLastCalledWith(
    '---\ndescription: Short and new\nmood: calm\n---\nwords',
  );
  fireEvent.change(field, { target: { value: '' } });
  expect(changeText).toHaveBeenLastCalledWith('---\nmood: calm\n---\nwords');
});
