import { expect, test } from 'vitest';
import type { KnowledgeBase } from '../../../api/types';
import { newKnowledgeBase } from '../../../storage/new-records';
import type { SyncState } from '../../../sync/status';
import { filterParams, parseFilter } from './list-filter';
import { filteredRows, rowsOf, type Sources } from './rows';

const TEAM = 'team';
const base = (name: string, more = {}) => ({
  base: { ...newKnowledgeBase(name, '', 1), id: name, updateDatetime: 1, ...more },
  counts: { nDocuments: 1, changed: 5 },
  nWords: 10,
});
const remote = (id: string, more: Partial<KnowledgeBase> = {}): KnowledgeBase => ({
  id,
  title: id,
  description: '',
  category: 'tutorial',
  status: 'draft',
  nViews: 3,
  nDocuments: 2,
  nWords: 20,
  revision: 1,
  settingsRevision: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});
const state = (knowledgeBaseId: string, more: Partial<SyncState> = {}): SyncState => ({
  knowledgeBaseId,
  teamId: TEAM,
  serverId: `s-${knowledgeBaseId}`,
  userId: 'me',
  state: 'on',
  problem: null,
  error: null,
  pause: null,
  overruled: null,
  nWaiting: 0,
  nConflicts: 0,
  nUnsentImages: 0,
  documents: {},
  refusals: {},
  syncedAt: 1,
  ...more,
});
const sources = (more: Partial<Sources>): Sources => ({
  local: [],
  binned: [],
  binMs: 100,
  server: [],
  sync: [],
  teamId: TEAM,
  isPersonal: true,
  ...more,
});
const shown = (more: Partial<Sources>) =>
  rowsOf(sources(more)).map(({ title, status, sync }) => [
    title,
    status,
    'count' in sync ? `${sync.kind} ${sync.count}` : sync.kind,
  ]);

test('a_base_that_is_here_and_at_the_server_is_one_line', () => {
  const server = [remote('s-甲'), remote('远')];
  expect(shown({ local: [base('甲'), base('乙')], server, sync: [state('甲')] })).toEqual([
    ['甲', 'draft', 'synced'],
    ['乙', 'active', 'local'],
    ['远', 'draft', 'remote'],
  ]);
});

test('all_members_see_the_same_number_of_words_of_a_base_that_is_synchronized', () => {
  const words = (more: Partial<SyncState>) =>
    rowsOf(
      sources({ local: [base('甲')], server: [remote('s-甲')], sync: [state('甲', more)] }),
    ).map(({ nWords }) => nWords);
  expect(words({})).toEqual([20]);
  expect(words({ nWaiting: 1 })).toEqual([10]);
});

test('a_team_shows_what_is_synchronized_with_it_and_nothing_else', () => {
  const local = [base('甲'), base('乙'), base('丙')];
  const sync = [state('甲'), state('乙', { teamId: 'other' })];
  expect(shown({ local, sync, isPersonal: false }).map(([title]) => title)).toEqual(['甲']);
});

test.each([
  [{ nWaiting: 2 }, 'waiting 2'],
  [{ nWaiting: 2, nConflicts: 1 }, 'conflict 1'],
  [{ state: 'paused' as const }, 'paused'],
  [{ pause: 'offline' as const }, 'offline'],
  [{ pause: 'otherAccount' as const, nConflicts: 1 }, 'otherAccount'],
  [{ problem: 'noAccess' as const }, 'stopped'],
  [{ serverId: null }, 'waiting 1'],
  [{ syncedAt: null }, 'waiting 1'],
  [{ state: 'off' as const }, 'local'],
  [{ problem: 'gone' as const }, 'local'],
])('a_line_says_how_it_is_synchronized_%#', (more, kind) => {
  expect(shown({ local: [base('甲')], sync: [state('甲', more)] })[0]?.[2]).toBe(kind);
});

test('a_base_of_another_account_shows_nothing_of_the_server', () => {
  const sync = [state('甲', { pause: 'otherAccount', teamId: 'other' })];
  const [row] = rowsOf(sources({ local: [base('甲')], server: [remote('s-甲')], sync }));
  expect(row?.server).toBeNull();
});

test('a_base_in_both_bins_is_one_line', () => {
  const binned = [{ base: base('甲').base, nDocuments: 1, deletedAt: 1 }];
  const server = [remote('s-甲', { purgesAt: '2026-02-01T00:00:00Z' })];
  const rows = rowsOf(sources({ binned, server, sync: [state('甲', { state: 'off' })] }));
  expect(rows.map(({ localId, server: own }) => [localId, own?.id])).toEqual([['甲', 's-甲']]);
});

const filter = (address: string) => parseFilter(new URLSearchParams(address));

test('a_filter_counts_each_status_and_finds_names_by_pinyin', () => {
  const binned = [{ base: base('旧书').base, nDocuments: 1, deletedAt: 1 }];
  const local = [
    base('写作手册'),
    base('草稿', { status: 'draft' }),
    base('Guide', { category: 'tutorial' }),
  ];
  const rows = rowsOf(sources({ local, binned }));
  const titles = (address: string) =>
    filteredRows(rows, filter(address)).rows.map(({ title }) => title);
  expect(titles('sort=title')).toEqual(['草稿', '写作手册', 'Guide']);
  expect(titles('search=xiezuo')).toEqual(['写作手册']);
  expect(titles('status=draft')).toEqual(['草稿']);
  expect(titles('status=bin')).toEqual(['旧书']);
  expect(titles('category=tutorial')).toEqual(['Guide']);
  expect(filteredRows(rows, filter('status=draft')).counts).toEqual({
    all: 3,
    active: 2,
    draft: 1,
    archived: 0,
    bin: 1,
  });
});

test.each(['updated', 'title', 'words', 'documents', 'views'] as const)(
  'the_list_is_sorted_by_%s_both_ways',
  (sort) => {
    const small = remote('a', { nWords: 1, nDocuments: 1, nViews: 1 });
    const large = remote('b', {
      nWords: 2,
      nDocuments: 2,
      nViews: 2,
      updatedAt: '2026-02-01T00:00:00Z',
    });
    const rows = rowsOf(sources({ server: [large, small] }));
    const keys = (order: string) =>
      filteredRows(rows, filter(`sort=${sort}&order=${order}`)).rows.map(({ key }) => key);
    expect(keys('asc')).toEqual(['a', 'b']);
    expect(keys('desc')).toEqual(['b', 'a']);
  },
);

test('an_address_holds_the_filter_and_nonsense_counts_as_nothing', () => {
  const address = 'search=%E5%AD%97&status=bin&category=other&sort=title&order=desc&page=3';
  expect(filterParams(filter(address)).toString()).toBe(address);
  expect(filterParams(filter('')).toString()).toBe('');
  expect(filter('status=x&sort=y&page=-1&order=z&category=q')).toEqual(filter(''));
});

test('a_thousand_bases_are_filtered_in_time', () => {
  const server = Array.from({ length: 1000 }, (_, i) =>
    remote(`知识库 ${i}`, { description: '一份说明' }),
  );
  const rows = rowsOf(sources({ server }));
  expect(filteredRows(rows, filter('search=zhishiku&sort=title')).rows).toHaveLength(1000);
});

test('a_base_that_was_just_made_stands_once_until_its_id_is_known', () => {
  const local = [base('New')];
  const sync = [state('New', { serverId: null, syncedAt: null })];
  const made = remote('server-id', { title: 'New', nDocuments: 0 });
  expect(rowsOf(sources({ local, sync, server: [made] }))).toHaveLength(1);
  // Another base of the same name has articles already, or is the second of its name.
  const others = [{ ...made, id: 'written', nDocuments: 1 }, made, { ...made, id: 'second' }];
  const keys = rowsOf(sources({ local, sync, server: others })).map(({ key }) => key);
  expect(keys).toEqual(['New', 'written', 'second']);
});
