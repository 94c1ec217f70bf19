// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { closeBrowser, emptyBrowser } from '../../../testing/first-post';
import type { Workbench } from '../workbench';
import { AiServiceForm } from './ai-service-form';
import { AiSession } from './ai-session';
import { Chat } from './chat';
import { AiContext } from './use-ai';

let session: AiSession;
beforeEach(() => {
  session = new AiSession({} as Workbench);
});
afterEach(cleanup);

async function show(panel: ReactNode) {
  const i18n = await startI18n('zh-CN');
  return render(
    <I18nextProvider i18n={i18n}>
      <AiContext value={session}>{panel}</AiContext>
    </I18nextProvider>,
  );
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } });

test('a_question_that_is_not_sent_yet_is_there_when_the_panel_is_opened_again', async () => {
  const { unmount } = await show(<Chat />);
  type(/输入问题/, '怎样起标题');
  unmount();
  await show(<Chat />);
  expect(field(/输入问题/).value).toBe('怎样起标题');
});

test('a_talk_goes_on_after_a_reload_until_it_is_cleared', async () => {
  emptyBrowser();
  let stop = session.keep();
  const turn = { id: '1', role: 'user', content: '怎样起标题' } as const;
  session.store.set({ turns: [turn], draft: '写到一半' });
  stop();
  for (const nTurns of [1, 0]) {
    session = new AiSession({} as Workbench);
    stop = session.keep();
    await vi.waitFor(() => expect(session.store.get().draft).toBe('写到一半'));
    expect(session.store.get().turns).toHaveLength(nTurns);
    session.clear();
    stop();
  }
  await closeBrowser();
});

test('the_address_of_a_service_is_there_when_the_panel_is_opened_again_unless_it_was_cancelled', async () => {
  const form = <AiServiceForm onDone={() => undefined} onCancel={() => undefined} />;
  const { unmount } = await show(form);
  type('接口地址', 'https://ai.example/v1');
  unmount();
  await show(form);
  expect(field('接口地址').value).toBe('https://ai.example/v1');
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(field('接口地址').value).toBe('');
});
