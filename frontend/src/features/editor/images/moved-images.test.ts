// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPost } from '../../../storage/posts';
import { type RunningLibrary, startLibrary, stopLibrary } from '../../../testing/editor-library';
import { Images } from './images';

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

const NAME = '0123456789abcdef.png';
const THERE = '![](https://host.example/a.png)';

let running: RunningLibrary;
let images: Images;
let first: string;

beforeEach(async () => {
  const started = await startLibrary();
  running = started;
  first = started.post.id;
  images = new Images(running.workbench);
});
afterEach(() => stopLibrary(running));

/** The author opens another post, which has the same text. */
async function goOn(text: string): Promise<void> {
  await running.library.posts.create(null, '乙');
  running.workbench.setText(text);
}

test('an_image_is_moved_in_its_own_post_whichever_is_open_when_it_is_at_the_host', async () => {
  const outside = '![](https://else.example/a.png)';
  running.workbench.setText(outside);
  vi.spyOn(images, 'rehost').mockImplementation(async () => {
    await goOn(outside);
    return 'https://host.example/a.png';
  });
  await images.moveToHost(first, 'https://else.example/a.png');
  expect(running.workbench.text).toBe(outside);
  expect((await getPost(first))?.content).toBe(THERE);
});

test('an_address_that_only_begins_alike_stays', async () => {
  const at = 'https://else.example/a.png';
  running.workbench.setText(`![](${at}) ![](${at}?w=2) ![](<${at}>) ![](${at} "t")`);
  vi.spyOn(images, 'rehost').mockResolvedValue('https://host.example/a.png');
  await images.moveToHost(first, at);
  expect(running.workbench.text).toBe(
    `${THERE} ![](${at}?w=2) ${THERE} ![](https://host.example/a.png "t")`,
  );
});

test('the_undo_of_an_upload_acts_on_the_post_of_the_image', async () => {
  running.workbench.setText(THERE);
  await goOn(THERE);
  const addresses = new Map([[NAME, 'https://host.example/a.png']]);
  await images.takeBack({ addresses, postIds: [first] });
  expect(running.workbench.text).toBe(THERE);
  expect((await getPost(first))?.content).toBe(`![](images/${NAME})`);
});
