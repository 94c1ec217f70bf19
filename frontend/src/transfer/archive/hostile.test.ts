import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readZip, writeZip, type ZipFile } from '../../lib/files/zip';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import { newCategory, newKnowledgeBase, newPost } from '../../storage/new-records';
import { DEFAULT_SETTINGS } from '../../storage/settings';
import { IMPORT_MAX_FILES } from '../import/limits';
import type { ImportFile } from '../import/model';
import { unpackedFiles } from '../import/unpack-files';
import { BACKUP_LIMITS, IMPORT_LIMITS, packBackup, unpack } from './archive';
import { readKnowledgeBase } from './knowledge-base-archive';

const encoder = new TextEncoder();
const file = (path: string, text: string): ZipFile => ({
  path,
  bytes: encoder.encode(text),
  time: 0,
});
const zip = (path: string, ...files: ZipFile[]): ImportFile => ({ path, bytes: writeZip(files) });
const asFile = ({ path, bytes }: ImportFile): ZipFile => ({ path, bytes, time: 0 });

function paths(...chosen: ImportFile[]): string[] {
  const found = unpackedFiles(chosen);
  if (!Array.isArray(found)) throw new Error('a backup');
  return found.map(({ path }) => path);
}

function keyOf(run: () => unknown): string {
  try {
    run();
    return 'accepted';
  } catch (error) {
    return (error as { key: string }).key;
  }
}

/** A backup of one post, whose index is changed by hand. */
function backup(change: (list: { [key: string]: unknown }) => void): Uint8Array {
  const base = newKnowledgeBase('库', '', 1);
  const category = newCategory(base.id, 'docs', 'docs', 1);
  const home = { knowledgeBaseId: base.id, categoryId: category.id };
  const all: LibrarySnapshot = {
    knowledgeBases: [base],
    categories: [category],
    posts: [newPost({ ...home, title: '一', content: '字', parentId: null, order: 1 })],
    settings: DEFAULT_SETTINGS,
  };
  const files = readZip(packBackup(all), BACKUP_LIMITS);
  return writeZip(
    files.map((one) => {
      if (one.path !== 'library.json') return one;
      const list = JSON.parse(new TextDecoder().decode(one.bytes));
      change(list);
      return { ...one, bytes: encoder.encode(JSON.stringify(list)) };
    }),
  );
}

function restored(bytes: Uint8Array): LibrarySnapshot {
  const read = unpack(bytes);
  if (read.kind !== 'backup') throw new Error('no backup');
  return read.all;
}

test('ten_thousand_empty_files_are_refused_by_their_number', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => file(`${i}.md`, ''));
  expect(keyOf(() => paths(zip('many.zip', ...many)))).toBe('archive.tooMany');
  expect(keyOf(() => paths(...many))).toBe('archive.tooMany');
});

test('archives_share_what_one_import_may_bring', () => {
  const half = Array.from({ length: IMPORT_MAX_FILES / 2 + 1 }, (_, i) => file(`${i}.md`, ''));
  const a = zip('a.zip', ...half);
  const b = zip('b.zip', ...half);
  expect(paths(a)).toHaveLength(half.length);
  expect(keyOf(() => paths(a, b))).toBe('archive.tooMany');
  expect(keyOf(() => paths(zip('both.zip', asFile(a), asFile(b))))).toBe('archive.tooMany');
});

test('archives_in_an_archive_are_not_unpacked_one_after_the_other_without_end', () => {
  // Each is within the limits of one archive.
  const inner = zipSync({ 'a.md': new Uint8Array(900_000) });
  const bomb = Array.from({ length: 5 }, (_, i) => ({ path: `${i}.zip`, bytes: inner, time: 0 }));
  const limits = { ...IMPORT_LIMITS, maxBytes: 4_000_000 };
  const open = (n: number) => unpackedFiles([zip('bomb.zip', ...bomb.slice(0, n))], limits);
  expect(open(4)).toHaveLength(4);
  expect(keyOf(() => open(5))).toBe('archive.tooLarge');
});

test('an_archive_in_an_archive_is_opened_once_and_what_cannot_be_read_stays_a_file', () => {
  const deepest = zip('deepest.zip', file('c.md', 'c'));
  const part = zip('part.zip', file('b.md', 'b'), asFile(deepest));
  const bomb = zipSync({ 'x.md': new Uint8Array(50_000_000) });
  const outer = zip(
    'outer.zip',
    file('a.md', 'a'),
    asFile(part),
    file('locked.zip', 'no archive'),
    { path: 'bomb.zip', bytes: bomb, time: 0 },
  );
  expect(paths(outer)).toEqual([
    'outer/a.md',
    'outer/part/b.md',
    'outer/part/deepest.zip',
    'outer/locked.zip',
    'outer/bomb.zip',
  ]);
});

test.each([
  ['knowledge-base.json', '{}'],
  ['library.json', ''],
  ['in/library.json', '{"format":"moyan-library","version":1,"posts":[{"file":"b.md"}]}'],
  // What it lists as a text may pack well, and nothing else.
  [
    'knowledge-base.json',
    '{"format":"moyan-knowledge-base","version":1,"documents":[{"file":"x.png"}]}',
  ],
])('a_bomb_beside_an_index_that_does_not_list_it_is_refused_%#', (path, text) => {
  const bytes = zipSync({
    [path]: encoder.encode(text),
    'a.md': new Uint8Array(20_000_000),
    'x.png': new Uint8Array(20_000_000),
  });
  expect(keyOf(() => unpackedFiles([{ path: 'a.zip', bytes }]))).toBe('archive.ratio');
});

test('exports_share_what_one_import_may_bring', () => {
  const index = '{"format":"moyan-knowledge-base","version":1,"documents":[{"file":"a.md"}]}';
  const text = file('a.md', '字'.repeat(1_000_000));
  const bytes = writeZip([file('knowledge-base.json', index), text]);
  const chosen = ['a', 'b'].map((name) => ({ path: `${name}.zip`, bytes }));
  const limits = { ...BACKUP_LIMITS, maxBytes: 4_000_000 };
  const open = (n: number) => unpackedFiles(chosen.slice(0, n), IMPORT_LIMITS, limits);
  expect(open(1)).toHaveLength(2);
  expect(keyOf(() => open(2))).toBe('archive.tooLarge');
});

test('a_backup_in_an_archive_is_a_file_and_its_texts_are_not_unpacked', () => {
  const inner = { path: 'old.zip', bytes: backup(() => undefined), time: 0 };
  expect(paths(zip('notes.zip', file('a.md', 'a'), inner))).toEqual([
    'notes/a.md',
    'notes/old.zip',
  ]);
});

test('a_backup_alone_in_an_archive_is_found', () => {
  const inner = { path: '夹/备份.zip', bytes: backup(() => undefined), time: 0 };
  const found = unpackedFiles([zip('打包.zip', inner, file('__MACOSX/x', ''))]);
  if (Array.isArray(found)) throw new Error('no backup');
  expect(found.all.posts).toHaveLength(1);
});

test('a_symbolic_link_is_no_file', () => {
  const bytes = writeZip([file('a.md', 'a'), file('b.md', '/etc/passwd'), file('c.md', '../a.md')]);
  const view = new DataView(bytes.buffer);
  let nEntries = 0;
  for (let at = 0; at < bytes.length - 46; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    nEntries += 1;
    // As Info-ZIP writes a link (0120777) and a plain file (0100644).
    view.setUint8(at + 5, 3);
    view.setUint16(at + 40, nEntries === 1 ? 0o100644 : 0o120777, true);
  }
  expect(paths({ path: 'links.zip', bytes })).toEqual(['links/a.md']);
});

test('records_of_another_base_than_those_of_the_backup_get_a_home_in_it', () => {
  const all = restored(
    backup((list) => {
      const [post] = list.posts as { [key: string]: unknown }[];
      const [category] = list.categories as { [key: string]: unknown }[];
      list.categories = [category, { ...category, id: 'more', knowledgeBaseId: 'of the reader' }];
      list.posts = [
        { ...post, knowledgeBaseId: 'of the reader' },
        { ...post, id: 'second', categoryId: 'of the reader', knowledgeBaseId: 'of the reader' },
      ];
    }),
  );
  const [base] = all.knowledgeBases;
  const [category] = all.categories;
  expect(all.categories.map(({ knowledgeBaseId }) => knowledgeBaseId)).toEqual([
    base?.id,
    base?.id,
  ]);
  expect(all.posts.map((post) => [post.categoryId, post.knowledgeBaseId, post.content])).toEqual([
    [category?.id, base?.id, '字'],
    [category?.id, base?.id, '字'],
  ]);
});

test('documents_that_name_each_other_as_parents_are_all_there_at_the_top', () => {
  const all = restored(
    backup((list) => {
      const [post] = list.posts as { [key: string]: unknown }[];
      list.posts = ['a', 'b', 'c'].map((id, i) => ({ ...post, id, parentId: ['b', 'a', 'c'][i] }));
    }),
  );
  expect(all.posts.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['a', null],
    ['b', null],
    ['c', null],
  ]);
});

test('a_backup_brings_no_state_of_sync', () => {
  const all = restored(
    backup((list) => {
      list.settings = { ...DEFAULT_SETTINGS, size: 18, '~sync:base:x': { serverId: 'of others' } };
    }),
  );
  expect(all.settings).toEqual({ ...DEFAULT_SETTINGS, size: 18 });
});

test.each([
  ['posts', [null]],
  ['posts', ['text']],
  ['posts', { length: 1 }],
  ['categories', [1]],
  ['knowledgeBases', [[], null]],
  ['knowledgeBases', []],
])('an_index_of_what_is_no_record_is_refused_%#', (key, value) => {
  const bytes = backup((list) => {
    list[key] = value;
  });
  expect(keyOf(() => unpack(bytes))).toBe('archive.notBackup');
});

test('an_index_that_is_nested_too_deeply_is_refused', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const list = `{"format":"moyan-library","version":1,"x":${deep}}`;
  expect(keyOf(() => unpack(writeZip([file('library.json', list)])))).toMatch(
    /^archive\.(corrupt|notBackup)$/,
  );
  const ofBase = new Map([['knowledge-base.json', encoder.encode(list)]]);
  expect(keyOf(() => readKnowledgeBase(ofBase))).toMatch(/^archive\.(corrupt|notBackup)$/);
});

test('fields_of_an_index_that_are_something_else_become_texts_and_defaults', () => {
  const all = restored(
    backup((list) => {
      const [post] = list.posts as { [key: string]: unknown }[];
      list.posts = [
        { ...post, title: { a: 1 }, order: 'x', parentId: 7, pictures: null, links: 3 },
      ];
    }),
  );
  expect(all.posts).toMatchObject([{ order: 0, parentId: null }]);
  expect(all.posts[0]?.content).toMatch(/字$/);
});
