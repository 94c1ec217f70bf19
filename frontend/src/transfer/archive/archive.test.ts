import * as fflate from 'fflate';
import { expect, test, vi } from 'vitest';
import { readZip, writeZip } from '../../lib/files/zip';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import { newCategory, newKnowledgeBase, newPost } from '../../storage/new-records';
import type { PostRecord } from '../../storage/schema';
import { DEFAULT_SETTINGS } from '../../storage/settings';
import { BACKUP_LIMITS, packBackup, unpack } from './archive';
import { withData } from './pictures';

const { zipSync } = fflate;
const png = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 256);
const data = `data:image/png;base64,${btoa(String.fromCharCode(...png))}`;

function everything(): LibrarySnapshot {
  const base = newKnowledgeBase('知识库: 甲', '说明', 1);
  const category = newCategory(base.id, 'docs', 'docs', 1);
  const post = (title: string, content: string, more: Partial<PostRecord> = {}): PostRecord => ({
    ...newPost({
      title,
      content,
      knowledgeBaseId: base.id,
      categoryId: category.id,
      parentId: null,
      order: 1,
    }),
    ...more,
  });
  const parent = post('第一篇', `---\ntitle: 第一篇\nx: 1\n---\n![图](${data})\n![again](${data})`);
  return {
    knowledgeBases: [base],
    categories: [category],
    posts: [
      parent,
      post('子/篇?', '没有属性的正文\n', { parentId: parent.id, order: 2.5 }),
      post('第一篇', '\ufeff带标记\r\n的文字', {
        order: 2,
        history: [{ datetime: 5, content: '旧', name: '初稿' }],
      }),
      post('..', '', { collapsed: true, order: 3 }),
    ],
    settings: { ...DEFAULT_SETTINGS, current_kb_id: base.id, size: 18 },
  };
}

function backup(bytes: Uint8Array): LibrarySnapshot {
  const read = unpack(bytes);
  if (read.kind !== 'backup') throw new Error('no backup');
  return read.all;
}

const byId = (posts: readonly PostRecord[]) => posts.toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('a_backup_comes_back_as_it_was_and_packs_to_the_same_bytes', () => {
  const all = everything();
  const bytes = packBackup(all);
  const back = backup(bytes);
  expect(byId(back.posts)).toEqual(byId(all.posts));
  expect({ ...back, posts: [] }).toEqual({ ...all, posts: [] });
  expect(packBackup(back)).toEqual(bytes);
});

test('images_of_the_browser_are_files_that_each_text_names_from_where_it_lies', () => {
  const all = everything();
  const [parent, child] = all.posts;
  if (parent === undefined || child === undefined) throw new Error('no posts');
  const name = '0123456789abcdef.png';
  parent.content = `![](images/${name}) ![](https://a.cn/images/${name})`;
  // This author has written the very path that the archive would use.
  child.content = `![](images/${name}) ![](../../../images/${name})`;
  const packed = packBackup(all, new Map([[name, png]]));
  const files = new Map(readZip(packed, BACKUP_LIMITS).map(({ path, bytes }) => [path, bytes]));
  expect(files.get(`images/${name}`)).toEqual(png);
  expect(new TextDecoder().decode(files.get('知识库_ 甲/docs/第一篇.md'))).toContain(
    `![](../../images/${name}) ![](https://a.cn/images/${name})`,
  );
  const read = unpack(packed);
  if (read.kind !== 'backup') throw new Error('no backup');
  expect(byId(read.all.posts)).toEqual(byId(all.posts));
  expect([...read.images]).toEqual([[name, png]]);
  expect(packBackup(read.all, read.images)).toEqual(packed);
});

test('the_archive_can_be_read_by_people', () => {
  const files = new Map(
    readZip(packBackup(everything()), BACKUP_LIMITS).map(({ path, bytes }) => [path, bytes]),
  );
  const names = [...files.keys()].filter((path) => !path.startsWith('images/'));
  expect(names).toEqual([
    'library.json',
    '知识库_ 甲/docs/第一篇.md',
    '知识库_ 甲/docs/第一篇/子_篇_.md',
    '知识库_ 甲/docs/第一篇 (2).md',
    'history/3.json',
    '知识库_ 甲/docs/_.md',
  ]);
  const text = (path: string) => new TextDecoder().decode(files.get(path));
  expect(text('知识库_ 甲/docs/第一篇/子_篇_.md')).toMatch(/^---\ntitle: "子\/篇\?"\ndate: /);
  const pictures = [...files.keys()].filter((path) => path.startsWith('images/'));
  expect(pictures).toHaveLength(1);
  expect(text('知识库_ 甲/docs/第一篇.md')).toContain(`![图](../../${pictures[0]})`);
  expect(files.get(pictures[0] ?? '')).toEqual(png);
});

test('an_address_that_the_author_wrote_never_becomes_data', () => {
  const all = everything();
  const [first] = all.posts;
  if (first === undefined) throw new Error('no post');
  const files = readZip(packBackup(all), BACKUP_LIMITS);
  const name = files.find(({ path }) => path.startsWith('images/'))?.path;
  first.content += `\n见 ../../${name}`;
  expect(backup(packBackup(all)).posts.find(({ id }) => id === first.id)?.content).toBe(
    first.content,
  );
});

test('an_edited_file_is_taken_as_it_is_now', () => {
  const all = everything();
  const files = readZip(packBackup(all), BACKUP_LIMITS).map((file) =>
    file.path.endsWith('第一篇.md')
      ? { ...file, bytes: new TextEncoder().encode('在别处改过') }
      : file,
  );
  const back = backup(writeZip(files));
  expect(back.posts.some(({ content }) => content === '在别处改过')).toBe(true);
});

const bytesOf = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    ),
  );
const keyOf = (bytes: Uint8Array, limits = BACKUP_LIMITS) => {
  try {
    readZip(bytes, limits);
    unpack(bytes);
    return 'accepted';
  } catch (error) {
    return (error as { key: string }).key;
  }
};

test('what_is_no_archive_is_refused_by_name', () => {
  expect(keyOf(new Uint8Array())).toBe('archive.notZip');
  expect(keyOf(new TextEncoder().encode('# Markdown'.repeat(100)))).toBe('archive.notZip');
});

test('every_flipped_bit_and_every_cut_is_refused_or_harmless', () => {
  const good = packBackup(everything());
  const whole = backup(good);
  for (let at = 0; at < good.length; at += 97) {
    const bad = good.slice();
    bad[at] = (bad[at] ?? 0) ^ 0x10;
    let read: LibrarySnapshot | null = null;
    try {
      const unpacked = unpack(bad);
      read = unpacked.kind === 'backup' ? unpacked.all : null;
    } catch (error) {
      expect((error as { key: string }).key).toMatch(/^archive\./);
    }
    if (read !== null) expect(byId(read.posts)).toEqual(byId(whole.posts));
  }
  for (const length of [0, 10, good.length / 2, good.length - 1]) {
    expect(keyOf(good.slice(0, length))).toMatch(/^archive\.(notZip|corrupt)$/);
  }
});

test.each([
  '../out.md',
  '/etc/passwd',
  'C:/x.md',
  'a/../../b.md',
  'a\\..\\b.md',
  'a//b.md',
  'x\u0000.md',
])('a_name_that_leads_elsewhere_is_refused_%#', (path) => {
  expect(keyOf(bytesOf({ [path]: 'x' }))).toBe('archive.unsafePath');
});

test('names_that_differ_in_case_only_are_two_files', () => {
  const files = readZip(bytesOf({ 'A.md': '1', 'a.md': '2' }), BACKUP_LIMITS);
  expect(files.map(({ path }) => path)).toEqual(['A.md', 'a.md']);
});

test('a_name_that_begins_with_the_current_folder_is_read_without_it', () => {
  const files = readZip(bytesOf({ './a.md': '1', 'b/./c.md': '2' }), BACKUP_LIMITS);
  expect(files.map(({ path }) => path)).toEqual(['a.md', 'b/c.md']);
  expect(keyOf(bytesOf({ './a.md': '1', 'a.md': '2' }))).toBe('archive.duplicate');
  // The current folder may be an entry of its own.
  const whole = readZip(bytesOf({ './': '', './a.md': '1' }), BACKUP_LIMITS);
  expect(whole.map(({ path }) => path)).toEqual(['a.md']);
  expect(keyOf(bytesOf({ '': '1' }))).toBe('archive.unsafePath');
});

test('an_archive_that_is_no_backup_holds_as_many_files_as_an_import_takes', () => {
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`${i}.md`, 'x']));
  expect(keyOf(bytesOf(many))).toBe('archive.tooMany');
  const list = new TextDecoder().decode(
    readZip(packBackup(everything()), BACKUP_LIMITS).find(({ path }) => path === 'library.json')
      ?.bytes,
  );
  expect(keyOf(bytesOf({ ...many, 'library.json': list }))).toBe('archive.missing');
});

test('a_bomb_of_many_files_is_refused_before_any_is_unpacked', () => {
  const inflate = vi.spyOn(fflate.Inflate.prototype, 'push');
  const part = new Uint8Array(900_000);
  const bomb = zipSync(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.md`, part])));
  expect(keyOf(bomb, { ...BACKUP_LIMITS, maxBytes: 20_000_000 })).toBe('archive.tooLarge');
  expect(inflate).not.toHaveBeenCalled();
  inflate.mockRestore();
});

test('entries_that_share_their_bytes_are_refused', () => {
  // Text that does not pack: the first file is most of the archive.
  const noise = Array.from({ length: 4000 }, (_, i) => ((i * 7919) ** 3 % 9973).toString(36));
  const bytes = bytesOf({ 'a.md': noise.join(''), 'b.md': 'y', 'c.md': 'z' });
  const view = new DataView(bytes.buffer);
  const central: number[] = [];
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) central.push(at);
  }
  const [first = 0, ...others] = central;
  // Each of them is sound alone: check sum, sizes and place are those of the first.
  for (const at of others) {
    for (const field of [16, 20, 24, 42]) {
      view.setUint32(at + field, view.getUint32(first + field, true), true);
    }
  }
  expect(keyOf(bytes)).toBe('archive.corrupt');
});

test('a_backup_that_was_zipped_again_in_a_folder_is_a_backup', () => {
  const all = everything();
  const files = readZip(packBackup(all), BACKUP_LIMITS);
  const again = writeZip([
    ...files.map((file) => ({ ...file, path: `我的备份/${file.path}` })),
    { path: '__MACOSX/我的备份/._library.json', bytes: new Uint8Array([1]), time: 0 },
  ]);
  expect(byId(backup(again).posts)).toEqual(byId(all.posts));
});

/** A backup of one post more, and what comes back of that. */
function afterwards(more: Partial<PostRecord>): PostRecord | undefined {
  const all = everything();
  const [first] = all.posts;
  if (first === undefined) throw new Error('no post');
  const post = { ...first, id: 'extra', ...more };
  return backup(packBackup({ ...all, posts: [...all.posts, post] })).posts.find(
    ({ id }) => id === 'extra',
  );
}

test.each([
  ['a_text_that_packs_very_well', { content: '字'.repeat(1_000_000) }],
  [
    'a_history_that_packs_very_well',
    { history: [{ datetime: 1, content: 'x'.repeat(3_000_000) }] },
  ],
  ['half_a_character_in_a_title', { title: '半个\ud83d字' }],
  ['half_a_character_in_a_text', { content: '---\ntitle: 半\n---\n半个\ude00字' }],
  ['half_a_character_in_a_text_without_front_matter', { content: '半个\ud83d' }],
])('a_backup_with_%s_comes_back', (_name, more: Partial<PostRecord>) => {
  expect(afterwards(more)).toMatchObject(more);
});

test('a_deep_tree_of_long_names_comes_back', () => {
  const all = everything();
  const [first] = all.posts;
  if (first === undefined) throw new Error('no post');
  const deep = Array.from({ length: 30 }, (_, i) => ({
    ...first,
    id: `deep${i}`,
    parentId: i === 0 ? null : `deep${i - 1}`,
    title: '很长的名字'.repeat(20),
  }));
  const bytes = packBackup({ ...all, posts: deep });
  expect(byId(backup(bytes).posts)).toEqual(byId(deep));
  const longest = Math.max(...readZip(bytes, BACKUP_LIMITS).map(({ path }) => path.length));
  expect(longest).toBeLessThanOrEqual(240);
});

test('a_bomb_is_refused_before_it_is_unpacked', () => {
  const bomb = zipSync({ 'a.md': new Uint8Array(50_000_000) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(keyOf(bomb)).toBe('archive.ratio');
});

test('a_size_that_lies_is_found_out', () => {
  const bomb = zipSync({ 'a.md': new Uint8Array(5_000_000) });
  const view = new DataView(bomb.buffer);
  for (let at = 0; at < bomb.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true);
  }
  expect(keyOf(bomb)).toBe('archive.corrupt');
});

test('too_many_entries_and_too_many_bytes_are_refused', () => {
  const some = bytesOf({ 'a.md': 'aa', 'b.md': 'bb' });
  expect(keyOf(some, { ...BACKUP_LIMITS, maxEntries: 1 })).toBe('archive.tooMany');
  expect(keyOf(some, { ...BACKUP_LIMITS, maxBytes: 3 })).toBe('archive.tooLarge');
});

test('an_encrypted_archive_is_refused_by_name', () => {
  const bytes = bytesOf({ 'a.md': 'x' });
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + 8, 1, true);
  }
  expect(keyOf(bytes)).toBe('archive.encrypted');
});

test.each([
  ['{}', 'archive.notBackup'],
  ['{"format":"moyan-library","version":9}', 'archive.notBackup'],
  ['nonsense', 'archive.corrupt'],
])('a_list_that_is_none_is_refused_%#', (list, key) => {
  expect(keyOf(bytesOf({ 'library.json': list }))).toBe(key);
});

test('a_list_that_names_a_missing_file_is_refused', () => {
  const files = readZip(packBackup(everything()), BACKUP_LIMITS);
  const rest = files.filter(({ path }) => !path.endsWith('_.md'));
  expect(keyOf(writeZip(rest))).toBe('archive.missing');
});

test('a_list_that_turns_words_into_pictures_is_refused', () => {
  const files = readZip(packBackup(everything()), BACKUP_LIMITS);
  const withPicturesNamed = (change: (address: string) => string) =>
    writeZip(
      files.map((file) => {
        if (file.path !== 'library.json') return file;
        const list = JSON.parse(new TextDecoder().decode(file.bytes));
        for (const post of list.posts) {
          const named = Object.entries(post.pictures).map(([at, path]) => [change(at), path]);
          post.pictures = Object.fromEntries(named);
        }
        return { ...file, bytes: new TextEncoder().encode(JSON.stringify(list)) };
      }),
    );
  expect(keyOf(withPicturesNamed((address) => address))).toBe('accepted');
  expect(keyOf(withPicturesNamed(() => 'a'))).toBe('archive.notBackup');
  expect(keyOf(withPicturesNamed((address) => `x${address}`))).toBe('archive.notBackup');
});

test('pictures_that_would_fill_the_memory_are_refused', () => {
  const path = 'images/00000000-3.png';
  const room = { chars: 100 };
  const put = () => withData(`![](${path}) `.repeat(5), { [path]: path }, () => png, room);
  expect(put).toThrow(expect.objectContaining({ key: 'archive.tooLarge' }));
});

test('names_in_gbk_are_read', () => {
  // “测试.md” as Chinese Windows writes it, in place of a name of the same length.
  const gbk = [0xb2, 0xe2, 0xca, 0xd4, 0x2e, 0x6d, 0x64];
  const bytes = bytesOf({ 'abcd.md': 'x' });
  const old = new TextEncoder().encode('abcd.md');
  for (let at = 0; at < bytes.length - old.length; at += 1) {
    if (old.every((byte, i) => bytes[at + i] === byte)) bytes.set(gbk, at);
  }
  expect(readZip(bytes, BACKUP_LIMITS).map(({ path }) => path)).toEqual(['测试.md']);
});
