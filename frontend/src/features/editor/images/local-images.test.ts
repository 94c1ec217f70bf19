// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from '../../../storage/db';
import { readFirstData } from '../../../storage/first-data';
import { storedImageNames } from '../../../storage/local-images';
import { savePost } from '../../../storage/posts';
import { imagesOf, keepImages } from '../../../transfer/local-images';
import {
  keepDataImages,
  keepImage,
  localFile,
  showLocalImages,
  sweepLocalImages,
} from './local-images';

const DAY_MS = 24 * 60 * 60 * 1000;
const png = (last: number) =>
  new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, last)], '图 1.png');

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('an_image_has_its_address_from_its_content', async () => {
  const [one, again, other] = [
    await keepImage(png(1)),
    await keepImage(png(1)),
    await keepImage(png(2)),
  ];
  expect(one).toMatch(/^images\/[0-9a-f]{16}\.png$/);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  expect(await storedImageNames()).toHaveLength(2);
  expect(
    new Uint8Array((await (await localFile(one))?.arrayBuffer()) ?? new ArrayBuffer()),
  ).toEqual(new Uint8Array(await png(1).arrayBuffer()));
  expect(await localFile('images/0000000000000000.png')).toBeNull();
});

test('what_is_no_image_is_not_kept', async () => {
  await expect(keepImage(new File(['<svg/>'], 'a.png'))).rejects.toMatchObject({
    key: 'image.articleType',
  });
  await keepImages(
    new Map([
      ['0123456789abcdef.png', new TextEncoder().encode('<svg/>')],
      ['../../evil.png', new Uint8Array(await png(1).arrayBuffer())],
    ]),
  );
  expect(await storedImageNames()).toEqual([]);
});

test('a_picture_that_is_data_gets_an_address_and_one_that_cannot_be_kept_stays_data', async () => {
  const data = `data:image/png;base64,${btoa(String.fromCharCode(...new Uint8Array(await png(3).arrayBuffer())))}`;
  const broken = 'data:image/png;base64,AAAA';
  const text = await keepDataImages(`![甲](${data}) ![乙](${broken}) ![丙](${data})`);
  const [name = ''] = await storedImageNames();
  expect(text).toBe(`![甲](images/${name}) ![乙](${broken}) ![丙](images/${name})`);
  expect([...(await imagesOf([text])).keys()]).toEqual([name]);
});

test('an_image_in_no_text_is_deleted_after_thirty_days_and_one_in_a_version_stays', async () => {
  const { post } = await readFirstData({
    knowledgeBaseName: '库',
    knowledgeBaseDescription: '',
    postTitle: '一',
    content: async () => '',
  });
  if (post === null) throw new Error('no post');
  const [now, past, gone] = [
    await keepImage(png(4)),
    await keepImage(png(5)),
    await keepImage(png(6)),
  ];
  const first = await savePost(post, { content: `![](${past})` }, null);
  if (first.state !== 'saved') throw new Error('not saved');
  await savePost(post, { content: `![](${now})` }, first.updateDatetime, { keepVersion: true });
  const start = Date.now();
  const left = async () => (await storedImageNames()).map((name) => `images/${name}`).sort();
  await sweepLocalImages('', start);
  await sweepLocalImages('', start + 29 * DAY_MS);
  expect(await left()).toEqual([now, past, gone].sort());
  await sweepLocalImages('', start + 30 * DAY_MS);
  expect(await left()).toEqual([now, past].sort());
});

test('an_image_that_is_named_again_begins_a_new_thirty_days', async () => {
  const address = await keepImage(png(7));
  const start = Date.now();
  await sweepLocalImages('', start);
  await sweepLocalImages(`![](${address})`, start + 20 * DAY_MS);
  await sweepLocalImages('', start + 40 * DAY_MS);
  await sweepLocalImages('', start + 69 * DAY_MS);
  expect(await storedImageNames()).toHaveLength(1);
  await sweepLocalImages('', start + 70 * DAY_MS);
  expect(await storedImageNames()).toHaveLength(0);
});

test('an_image_of_this_browser_is_never_asked_from_the_server', async () => {
  const address = await keepImage(png(8));
  const holder = document.createElement('template');
  holder.innerHTML = `<p><img src="${address}" alt="a"><img src="images/0000000000000000.png"><img src="images/mine.png"></p>`;
  showLocalImages(holder.content, { missing: '没有' });
  const [kept, missing, other] = holder.content.querySelectorAll('img');
  expect(kept?.getAttribute('src')).toMatch(/^blob:/);
  expect(kept?.getAttribute('data-address')).toBe(address);
  expect(missing?.hasAttribute('src')).toBe(false);
  await vi.waitFor(() => expect(missing?.title).toBe('没有'));
  expect(other?.getAttribute('src')).toBe('images/mine.png');
});
