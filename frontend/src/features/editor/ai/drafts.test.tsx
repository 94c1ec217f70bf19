// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { Store } from '../../../lib/store';
import { readAiTalk } from '../../../storage/ai-talk';
import { writePrivate } from '../../../storage/private-settings';
import { closeBrowser, emptyBrowser } from '../../../testing/first-post';
import type { Workbench } from '../workbench';
import { AiServiceForm } from './ai-service-form';
import { AiSession } from './ai-session';
import { Chat } from './chat';
import { AiContext } from './use-ai';

let session: AiSession;
let editor: Store<{ postId: string | null }>;
const newSession = () => new AiSession({ store: editor, locale: 'zh-CN' } as unknown as Workbench);
beforeEach(() => {
  emptyBrowser();
  editor = new Store<{ postId: string | null }>({ postId: 'a' });
  session = newSession();
});
afterEach(async () => {
  cleanup();
  await closeBrowser();
});

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
  let stop = session.keep();
  const turn = { id: '1', role: 'user', content: '怎样起标题' } as const;
  session.store.set({ turns: [turn], draft: '写到一半' });
  stop();
  for (const nTurns of [1, 0]) {
    session = newSession();
    stop = session.keep();
    await vi.waitFor(() => expect(session.store.get().draft).toBe('写到一半'));
    expect(session.store.get().turns).toHaveLength(nTurns);
    session.clear();
    stop();
  }
});

const turn = (content: string) => ({ id: content, role: 'user', content }) as const;

test('each_article_has_its_own_talk_and_question', async () => {
  let stop = session.keep();
  session.store.set({ turns: [turn('甲')], draft: '写到一半' });
  editor.set({ postId: 'b' });
  expect(session.store.get()).toMatchObject({ turns: [], draft: '' });
  session.store.set({ draft: '乙的' });
  editor.set({ postId: 'a' });
  expect(session.store.get()).toMatchObject({ turns: [turn('甲')], draft: '写到一半' });
  stop();
  editor.set({ postId: 'b' });
  session = newSession();
  stop = session.keep();
  await vi.waitFor(() => expect(session.store.get()).toMatchObject({ turns: [], draft: '乙的' }));
  editor.set({ postId: 'a' });
  await vi.waitFor(() => expect(session.store.get().draft).toBe('写到一半'));
  expect(session.store.get().turns).toEqual([turn('甲')]);
  stop();
});

test('an_answer_goes_on_in_the_talk_of_its_article', async () => {
  writePrivate('aiService', { base: 'https://ai.test/v1', key: '', model: 'm' });
  let answer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      answer = controller;
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  const stop = session.keep();
  const said = session.say('甲问', false);
  editor.set({ postId: 'b' });
  expect(session.store.get().isBusy).toBe(false);
  const piece = JSON.stringify({ choices: [{ delta: { content: '甲答' } }] });
  answer?.enqueue(new TextEncoder().encode(`data: ${piece}\n\ndata: [DONE]\n\n`));
  answer?.close();
  await said;
  expect(session.store.get().turns).toEqual([]);
  stop();
  const kept = await vi.waitFor(async () => {
    const talk = await readAiTalk('a');
    expect(talk?.turns).toHaveLength(2);
    return talk;
  });
  expect(kept?.turns.map(({ content }) => content)).toEqual(['甲问', '甲答']);
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
