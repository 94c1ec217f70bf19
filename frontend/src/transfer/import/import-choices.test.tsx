// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadFeatureWords, startI18n } from '../../i18n';
import { createKnowledgeBase } from '../../storage/knowledge-bases';
import { closeLibrary, openLibrary } from '../../testing/library';
import type { ImportChoice } from './import.worker';
import { ImportChoices } from './import-choices';
import type { ImportTarget } from './records';
import type { ImportReport } from './report';

beforeEach(() => openLibrary());
afterEach(async () => {
  cleanup();
  await closeLibrary();
});

const report = { recognized: 'obsidian', name: 'course' } as ImportReport;
let target: ImportTarget;

/** The choices of an import, while a base is open or none. */
async function show(openId: string | null) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'transfer');
  function Choices() {
    const [choice, setChoice] = useState<ImportChoice>({
      kind: null,
      target: { kind: 'newBase', name: report.name },
    });
    target = choice.target;
    const here = openId === null ? null : { kind: 'base' as const, id: openId, categoryId: 'docs' };
    return <ImportChoices report={report} choice={choice} here={here} onChange={setChoice} />;
  }
  render(
    <I18nextProvider i18n={i18n}>
      <Choices />
    </I18nextProvider>,
  );
}

/** Presses until the bases are read. */
async function chooseExisting(shown: string) {
  await expect
    .poll(() => {
      fireEvent.click(screen.getByRole('radio', { name: 'Existing one' }));
      return screen.queryByRole('combobox', { name: 'Knowledge base' })?.textContent;
    })
    .toContain(shown);
}

test('of the existing bases the open one is proposed, each folder in its category', async () => {
  await createKnowledgeBase('First', '');
  const { knowledgeBase: open } = await createKnowledgeBase('Open', '');
  await show(open.id);
  await chooseExisting('Open');
  expect(target).toEqual({ kind: 'base', id: open.id, categoryId: null });
});

test('where no base is open the first one is proposed', async () => {
  const { knowledgeBase: first } = await createKnowledgeBase('First', '');
  await createKnowledgeBase('Second', '');
  await show(null);
  await chooseExisting('First');
  expect(target).toEqual({ kind: 'base', id: first.id, categoryId: null });
});
