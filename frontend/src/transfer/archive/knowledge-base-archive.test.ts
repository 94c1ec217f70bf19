import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readZip, writeZip } from '../../lib/files/zip';
import { newCategory, newKnowledgeBase, newPost } from '../../storage/new-records';
import type { PostRecord } from '../../storage/schema';
import { planOwn } from '../import/own-archive';
import { BACKUP_LIMITS, unpack } from './archive';
import { packKnowledgeBase, type WholeBase } from './knowledge-base-archive';
import { withNewIds } from './new-ids';

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
const NAME = '0123456789abcdef.png';
const images = new Map([[NAME, png]]);
const data = `data:image/png;base64,${btoa(String.fromCharCode(...Array.from({ length: 300 }, (_, i) => (i * 7) % 256)))}`;

function base(): WholeBase {
  const knowledgeBase = { ...newKnowledgeBase('手册', '说明', 7), updateDatetime: 5 };
  const docs = newCategory(knowledgeBase.id, 'docs', 'docs', 1);
  const con = newCategory(knowledgeBase.id, 'CON', 'con', 2);
  const empty = newCategory(knowledgeBase.id, '空/的', 'empty', 3);
  const post = (title: string, content: string, more: Partial<PostRecord> = {}): PostRecord => ({
    ...newPost({
      title,
      content,
      knowledgeBaseId: knowledgeBase.id,
      categoryId: docs.id,
      parentId: null,
      order: 1,
    }),
    ...more,
  });
  const first = post('第 (一) 篇', '');
  const child = post('子', `\ufeff[上](${first.id}.md#节) 子.md ![](images/${NAME})\r\n`, {
    parentId: first.id,
    order: 2.5,
    isNamed: true,
    router_path: 'a/b',
    collapsed: true,
  });
  const other = post('第 (一) 篇', `[子](${child.id}.md) [己](${first.id}.md) \`${child.id}.md\``, {
    categoryId: con.id,
  });
  first.content = `---\nunknown:   [a,  b]\n---\n[子](${child.id}.md) [x](${other.id}.md) ![](${data}) [无](00000000-0000-4000-8000-000000000000.md)`;
  return {
    knowledgeBase,
    categories: [docs, con, empty],
    posts: [
      first,
      child,
      other,
      post('长'.repeat(300), '[写的](第%20%28一%29%20篇/子.md) 尾', { order: 3 }),
      post('..', '半个\ud83d', { order: 4 }),
      post('', '', { order: 5 }),
    ],
  };
}

const files = (zip: Uint8Array) => readZip(zip, BACKUP_LIMITS);
const texts = (zip: Uint8Array) =>
  new Map(files(zip).map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
const byId = (posts: readonly PostRecord[]) => posts.toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('a_base_is_exported_imported_and_exported_again_to_the_same_bytes', () => {
  const all = base();
  const zip = packKnowledgeBase(all, images);
  const unpacked = unpack(zip);
  if (unpacked.kind !== 'files') throw new Error('a backup');
  const { own, leftOut } = planOwn(unpacked.files);
  expect(leftOut).toEqual([]);
  expect(byId(own.records.posts)).toEqual(byId(all.posts));
  const [knowledgeBase] = own.records.knowledgeBases;
  if (knowledgeBase === undefined) throw new Error('no base');
  const again = packKnowledgeBase({ ...own.records, knowledgeBase }, own.images);
  expect(again).toEqual(zip);
});

test('no_part_of_a_path_is_longer_than_the_255_bytes_of_linux', () => {
  const all = base();
  const title = '墨'.repeat(100);
  const [first, ...others] = all.posts.map((post) => ({ ...post, title }));
  if (first === undefined) throw new Error('no post');
  const long = { ...all, posts: [first, ...others] };
  const zip = packKnowledgeBase(long, images);
  const paths = files(zip).map(({ path }) => path);
  const bytes = (part: string) => new TextEncoder().encode(part).length;
  expect(Math.max(...paths.flatMap((path) => path.split('/')).map(bytes))).toBeLessThanOrEqual(255);
  // Equal names still get a number.
  expect(new Set(paths).size).toBe(paths.length);
  const unpacked = unpack(zip);
  if (unpacked.kind !== 'files') throw new Error('a backup');
  const { own } = planOwn(unpacked.files);
  expect(own.records.posts.map((post) => post.title)).toEqual(long.posts.map(() => title));
  const again = packKnowledgeBase({ ...long, ...own.records }, own.images);
  expect(again).toEqual(zip);
});

test('links_are_relative_paths_in_the_files', () => {
  const read = texts(packKnowledgeBase(base(), images));
  expect([...read.keys()]).toEqual([
    'knowledge-base.json',
    'docs/第 (一) 篇.md',
    'docs/第 (一) 篇/子.md',
    `docs/${'长'.repeat(80)}.md`,
    'docs/_.md',
    'docs/untitled.md',
    '_CON/第 (一) 篇.md',
    `images/${NAME}`,
    expect.stringMatching(/^images\/[0-9a-f]{8}-300\.png$/),
  ]);
  const first = read.get('docs/第 (一) 篇.md') ?? '';
  expect(first).toContain('[子](第%20%28一%29%20篇/子.md) [x](../_CON/第%20%28一%29%20篇.md)');
  expect(first).toMatch(/^---\nunknown: {3}\[a, {2}b\]\n---\n/);
  expect(read.get('docs/第 (一) 篇/子.md')).toContain(
    `[上](../第%20%28一%29%20篇.md#节) 子.md ![](../../images/${NAME})\r\n`,
  );
});

test('an_export_that_was_edited_and_packed_again_in_a_folder_is_read', () => {
  const zip = packKnowledgeBase(base(), images);
  const edited = files(zip)
    .filter(({ path }) => path !== 'docs/_.md')
    .map((file) =>
      file.path === 'docs/untitled.md'
        ? { ...file, bytes: new TextEncoder().encode('改过') }
        : file,
    );
  const more = { path: 'docs/新的.md', bytes: new TextEncoder().encode('新'), time: 0 };
  const again = writeZip([...edited, more].map((file) => ({ ...file, path: `书/${file.path}` })));
  const unpacked = unpack(again);
  if (unpacked.kind !== 'files') throw new Error('a backup');
  const { documents, leftOut } = planOwn(unpacked.files);
  expect(documents.map(({ content }) => content)).toContain('改过');
  expect(leftOut).toEqual([
    { path: 'docs/_.md', reason: 'missing' },
    { path: 'docs/新的.md', reason: 'unlisted' },
  ]);
});

test('a_copy_has_ids_of_its_own_and_links_within_itself', () => {
  const { knowledgeBase, categories, posts } = base();
  const copy = withNewIds({
    knowledgeBases: [knowledgeBase],
    categories: [...categories],
    posts: [...posts],
  });
  const olds = new Set([knowledgeBase, ...categories, ...posts].map(({ id }) => id));
  const text = JSON.stringify(copy);
  expect([...olds].filter((id) => text.includes(id))).toEqual([]);
  expect(copy.posts[1]?.parentId).toBe(copy.posts[0]?.id);
  expect(copy.posts[1]?.content).toContain(`(${copy.posts[0]?.id}.md#节)`);
  expect(copy.posts[0]?.content).toContain('00000000-0000-4000-8000-000000000000.md');
});

test.each([
  ['{}', 'archive.notBackup'],
  ['nonsense', 'archive.corrupt'],
  ['{"format":"moyan-knowledge-base","version":9}', 'archive.notBackup'],
])('an_index_that_is_none_is_refused_%#', (list, key) => {
  const unpacked = unpack(zipSync({ 'knowledge-base.json': new TextEncoder().encode(list) }));
  if (unpacked.kind !== 'files') throw new Error('a backup');
  expect(() => planOwn(unpacked.files)).toThrow(expect.objectContaining({ key }));
});

test('documents_of_an_index_that_name_each_other_as_parents_stand_at_the_top', () => {
  const whole = base();
  const [first, second, third] = whole.posts;
  if (!first || !second || !third) throw new Error('no posts');
  const ring = [
    { ...first, parentId: second.id },
    { ...second, parentId: first.id },
    { ...third, categoryId: first.categoryId, parentId: second.id },
  ];
  const zip = packKnowledgeBase({ ...whole, posts: ring }, images);
  const { posts } = planOwn(files(zip)).own.records;
  const parents = new Map(posts.map(({ id, parentId }) => [id, parentId]));
  expect(parents).toEqual(
    new Map([
      [first.id, null],
      [second.id, null],
      [third.id, second.id],
    ]),
  );
});

test('an_index_with_an_id_twice_is_refused', () => {
  const all = base();
  const [first] = all.posts;
  if (first === undefined) throw new Error('no post');
  const second = { ...first, title: '又一篇' };
  const unpacked = unpack(packKnowledgeBase({ ...all, posts: [first, second] }, images));
  if (unpacked.kind !== 'files') throw new Error('a backup');
  expect(() => planOwn(unpacked.files)).toThrow(
    expect.objectContaining({ key: 'archive.duplicate' }),
  );
});
