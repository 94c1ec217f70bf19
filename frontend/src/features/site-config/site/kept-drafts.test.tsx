// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Redirects, Site, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { keepWork } from '../../../lib/browser/unsaved-work';
import { readSiteDrafts } from '../../../storage/kept-site-drafts';
import { closeSession, openSession, type UserInfo } from '../../../storage/session';
import { Draft } from '../draft/draft';
import { SiteDrafts } from '../draft/site-drafts';
import { KeptDrafts } from './kept-drafts';
import { SiteContext } from './site-context';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const logIn = (id: string) =>
  openSession(`token of ${id}`, { id, nickname: id, roles: [] } as never as UserInfo);

const list = (...paths: string[]): Redirects => ({
  redirects: paths.map((from) => ({ from, to: '/docs', isPermanent: true, isAutomatic: false })),
});

async function show(siteId: string) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const drafts = new SiteDrafts();
  const site = { id: siteId } as Site;
  const { unmount } = render(
    <I18nextProvider i18n={i18n}>
      <SiteContext value={{ team: {} as Team, site, drafts, mayEdit: true }}>
        <KeptDrafts />
      </SiteContext>
    </I18nextProvider>,
  );
  const sent: number[] = [];
  const open = (revision: number) =>
    drafts.open('redirects', { data: list('/a'), revision }, (stored) => {
      const save = async (data: Redirects, at: number) => {
        sent.push(at);
        return { data, revision: at + 1 };
      };
      return new Draft(stored, { save });
    });
  return { drafts, open, sent, unmount };
}

const offer = () => screen.queryByRole('button', { name: 'Restore changes' });

for (const how of [{ loggedOutByUser: true }, {}]) {
  test(`what_was_not_saved_when_the_session_ended_is_offered_to_the_same_account_only ${JSON.stringify(how)}`, async () => {
    logIn('li');
    const before = await show('site');
    before.open(4).change(() => list('/mine'));
    act(() => closeSession(how));
    expect(before.drafts.get().unsaved).toEqual([]);
    before.unmount();

    logIn('other');
    const other = await show('site');
    expect(offer()).toBeNull();
    other.unmount();
    logIn('li');
    const elsewhere = await show('another site');
    expect(offer()).toBeNull();
    elsewhere.unmount();

    const { drafts, open, sent, unmount } = await show('site');
    screen.getByText('Some changes were not saved when you left: Redirects.');
    fireEvent.click(offer() as HTMLElement);
    expect(offer()).toBeNull();
    expect(drafts.get().unsaved).toEqual(['redirects']);
    // It stands on what it was written on: what others have saved since is a conflict.
    const draft = open(7);
    expect(draft.get()).toMatchObject({ value: list('/mine'), isDirty: true, revision: 4 });
    await draft.save();
    expect(sent).toEqual([4]);
    expect(drafts.get().unsaved).toEqual([]);
    unmount();
    await show('site');
    expect(offer()).toBeNull();
  });
}

test('what_is_kept_and_not_answered_stays_when_the_session_ends_again', async () => {
  logIn('li');
  const first = await show('site');
  first.open(1).change(() => list('/mine'));
  act(() => closeSession());
  first.unmount();
  logIn('li');
  const second = await show('site');
  act(() => closeSession());
  second.unmount();
  logIn('li');
  await show('site');
  expect(offer()).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(localStorage.length).toBe(2);
});

test('what_is_not_saved_when_the_page_is_left_is_offered_and_forgotten_once_it_is_saved', async () => {
  logIn('li');
  const { open, unmount } = await show('site');
  const draft = open(4);
  draft.change(() => list('/mine'));
  window.dispatchEvent(new Event('pagehide'));
  expect(readSiteDrafts('li', 'site')).toMatchObject({ redirects: { value: list('/mine') } });
  await draft.save();
  window.dispatchEvent(new Event('pagehide'));
  expect(readSiteDrafts('li', 'site')).toBeNull();
  draft.change(() => list('/more'));
  unmount();
  await show('site');
  expect(offer()).not.toBeNull();
});

test('a_failure_keeps_what_is_not_saved_and_says_when_it_cannot', async () => {
  logIn('li');
  const { open } = await show('site');
  expect(keepWork()).toBe('nothing');
  open(4).change(() => list('/mine'));
  expect(keepWork()).toBe('kept');
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError');
    },
  });
  expect(keepWork()).toBe('lost');
  vi.unstubAllGlobals();
});
