// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/api-error';
import { listAllKnowledgeBases } from '../../../api/knowledge-bases';
import { checkSlug, createSite, deleteSite, duplicateSite } from '../../../api/sites';
import type { Site, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { CreateSiteDialog } from './create-site-dialog';
import { DeleteSiteDialog } from './delete-site-dialog';
import { DuplicateSiteDialog } from './duplicate-site-dialog';

vi.mock('../../../api/sites');
vi.mock('../../../api/knowledge-bases');
afterEach(cleanup);

const team = { id: 't', kind: 'team', features: [], actions: [] } as unknown as Team;
const site = { id: 's', name: 'Guide', slug: 'guide' } as Site;
const taken = () => new ApiError('site.slugTaken', '', 409);

beforeEach(() => {
  vi.mocked(listAllKnowledgeBases).mockResolvedValue([]);
  // Free while it is typed, and taken by somebody else when it is sent.
  vi.mocked(checkSlug).mockResolvedValue({ state: 'free' } as never);
});

async function show(locale: 'zh-CN' | 'en', dialog: ReactNode) {
  const i18n = await startI18n(locale);
  await loadFeatureWords(i18n, 'console');
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <MemoryRouter>
          <TooltipProvider>{dialog}</TooltipProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test.each([
  ['zh-CN', '网站名称', '创建', '该地址已被使用，请换一个'],
  ['en', 'Name', 'Create', 'This address is already taken. Choose another one.'],
] as const)(
  'an_address_that_was_taken_while_it_was_typed_is_said_once_and_what_is_typed_stays: %s',
  async (locale, name, action, text) => {
    vi.mocked(createSite).mockRejectedValue(taken());
    await show(locale, <CreateSiteDialog team={team} onClose={() => undefined} />);
    await fill(name, 'My guide');
    await press(action);
    const address = screen.getByDisplayValue('my-guide');
    await vi.waitFor(() => expect(document.activeElement).toBe(address));
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([text]);
    expect(screen.getByDisplayValue('My guide')).toBeTruthy();
  },
);

test('what_failed_is_gone_once_something_else_is_typed', async () => {
  vi.mocked(createSite).mockRejectedValue(taken());
  await show('zh-CN', <CreateSiteDialog team={team} onClose={() => undefined} />);
  await fill('网站名称', 'My guide');
  await press('创建');
  expect(await screen.findByText(/^该地址已被使用/)).toBeTruthy();
  await fill('地址', 'my-other-guide');
  expect(screen.queryByText(/^该地址已被使用/)).toBeNull();
});

test('a_new_site_gets_the_time_zone_of_the_browser', async () => {
  vi.mocked(createSite).mockResolvedValue(site);
  const browser = { timeZone: 'America/New_York' } as Intl.ResolvedDateTimeFormatOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(browser);
  await show('en', <CreateSiteDialog team={team} onClose={() => undefined} />);
  await fill('Name', 'My guide');
  await press('Create');
  const [, body] = vi.mocked(createSite).mock.lastCall ?? [];
  expect(body).toMatchObject({ slug: 'my-guide', timeZone: 'America/New_York' });
  vi.restoreAllMocks();
});

test('each_choice_of_a_new_site_is_named_above_it', async () => {
  await show('zh-CN', <CreateSiteDialog team={team} onClose={() => undefined} />);
  for (const words of ['网站名称', '地址', '知识库', '页面语言']) {
    expect(await screen.findByText(words)).toBeTruthy();
  }
});

test.each([
  ['zh-CN', '知识库列表加载失败'],
  ['en', 'Failed to load the list of knowledge bases'],
] as const)('knowledge_bases_that_cannot_be_listed_are_named: %s', async (locale, text) => {
  vi.mocked(listAllKnowledgeBases).mockRejectedValue(new ApiError('server.internal', '', 500));
  await show(locale, <CreateSiteDialog team={team} onClose={() => undefined} />);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test.each([
  ['zh-CN', '创建副本', '该地址已被使用，请换一个'],
  ['en', 'Duplicate', 'This address is already taken. Choose another one.'],
] as const)('a_site_that_cannot_be_duplicated_says_so: %s', async (locale, action, text) => {
  vi.mocked(duplicateSite).mockRejectedValue(taken());
  await show(locale, <DuplicateSiteDialog team={team} site={site} onClose={() => undefined} />);
  await press(action);
  expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  ['zh-CN', '删除', '删除网站失败：服务器错误，请稍后重试'],
  ['en', 'Delete', 'Failed to delete the site: Server error, please try again later'],
] as const)('a_site_that_cannot_be_deleted_says_so: %s', async (locale, action, text) => {
  vi.mocked(deleteSite).mockRejectedValue(new ApiError('server.internal', '', 500));
  await show(
    locale,
    <DeleteSiteDialog team={team} site={site} onUndo={() => undefined} onClose={() => undefined} />,
  );
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Guide' } });
  await press(action);
  expect(await screen.findByText(text)).toBeTruthy();
});
