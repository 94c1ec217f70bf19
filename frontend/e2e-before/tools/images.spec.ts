import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { logIn, person, teamOf } from '../support/accounts';
import { faults } from '../support/axe';
import { type EditorScreen, expect, test } from '../support/editor';
import { githubHost, type LocalHost, listen, S3_KEYS, s3Host } from '../support/image-hosts';
import { PNG, pasteImage, widthOf } from '../support/pasted-image';
import { plainPicture } from '../support/pictures';
import { records } from '../support/storage';
import { storedText } from '../support/stored-text';

const OTHER_PNG = plainPicture(2, 2);
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });

const hosts: LocalHost[] = [];
test.afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});
function use<T extends LocalHost>(editor: EditorScreen, host: T): T {
  hosts.push(host);
  editor.allowed.add(host.host);
  return host;
}

async function openDialog(page: Page) {
  await page.keyboard.press('ControlOrMeta+Alt+I');
  return page.getByRole('dialog', { name: '插入图片' });
}

/** The form of a kind of host. */
async function openHostForm(page: Page, kind: string) {
  const dialog = await openDialog(page);
  await dialog.getByRole('tab', { name: '图床' }).click();
  await dialog.getByRole('radio', { name: kind }).click();
  return dialog;
}

/** Sets a host of the author's own and sends it 图.png, which is then on its way. */
async function startUpload({ page, source }: EditorScreen, url: string) {
  const dialog = await openHostForm(page, '自定义');
  await dialog.getByRole('textbox', { name: '上传地址' }).fill(`${url}/up`);
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.locator('input[type=file]').setInputFiles([png('图.png')]);
  const uploads = page.getByRole('region', { name: '图片上传' });
  await expect(uploads.getByRole('progressbar')).toBeVisible();
  // Where it goes to is told later: the text names it as it is kept here.
  await expect(source).toContainText('![图](images/');
  return uploads;
}

async function setS3(page: Page, url: string, secret = S3_KEYS.secretAccessKey): Promise<void> {
  const dialog = await openHostForm(page, 'S3 兼容存储');
  await dialog.getByRole('textbox', { name: '服务地址' }).fill(url);
  await dialog.getByRole('textbox', { name: '存储桶' }).fill('pictures');
  await dialog.getByRole('textbox', { name: '地域' }).fill('cn-north-1');
  await dialog.getByRole('textbox', { name: /Access Key ID/ }).fill(S3_KEYS.accessKeyId);
  await dialog.getByLabel(/Secret Access Key/).fill(secret);
  await dialog.getByRole('textbox', { name: '文件夹' }).fill('文 章');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('图床已保存在此浏览器').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function pick(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const dialog = await openDialog(page);
  await dialog.locator('input[type=file]').setInputFiles(files);
}

test('images_go_to_a_bucket_in_their_order', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  await editor.open();
  await editor.write('');
  await setS3(page, host.url);
  await pick(page, [png('一 号.png'), png('b.png'), png('c.png'), png('d.png')]);
  await expect(editor.article.locator('img[src^="http"]')).toHaveCount(4);
  const images = await editor.article.locator('img').evaluateAll((all) =>
    all.map((image) => ({
      alt: (image as HTMLImageElement).alt,
      width: (image as HTMLImageElement).naturalWidth,
      src: (image as HTMLImageElement).src,
    })),
  );
  expect(images.map((image) => image.alt)).toEqual(['一 号', 'b', 'c', 'd']);
  expect(images.every((image) => image.src.startsWith(`${host.url}/pictures/`))).toBe(true);
  await expect
    .poll(() =>
      editor.article
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1);
  expect(
    [...host.objects.values()].every(
      (object) => object.type === 'image/png' && object.body.equals(PNG),
    ),
  ).toBe(true);
});

test('what_is_no_image_and_what_is_too_large_is_refused', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  await editor.open();
  await editor.write('');
  const unknown = page.getByText('浏览器打不开这张图片，请先转成 JPG 或 PNG');
  // Its type is what is wrong with it, also where no host is set.
  await pick(page, [{ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('x') }]);
  await expect(unknown).toBeVisible();
  await page
    .getByRole('listitem')
    .filter({ has: unknown })
    .getByRole('button', { name: '关闭' })
    .click();
  await expect(unknown).toBeHidden();
  await setS3(page, host.url);
  // The name says PNG, the content does not.
  await pick(page, [{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg></svg>') }]);
  await expect(page.getByText('请上传 JPG/PNG/GIF 格式的图片')).toBeVisible();
  const large = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(10 * 1024 * 1024)]);
  await pick(page, [{ name: 'a.GIF', mimeType: 'image/gif', buffer: large }]);
  await expect(page.getByText('由于公众号限制，图片大小不能超过 10M')).toBeVisible();
  expect(host.objects.size).toBe(0);
  await expect(editor.article).toHaveText('');
});

test('what_wechat_does_not_take_is_made_a_jpg_or_a_png_that_fits', async ({ editor, page }) => {
  await editor.open();
  /** A picture as the browser writes it: half of it transparent, or none. */
  const webp = async (isSolid: boolean) => {
    const data = await page.evaluate((solid) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 40, height: 20 });
      const context = canvas.getContext('2d');
      context?.fillRect(0, 0, solid ? 40 : 20, 20);
      return canvas.toDataURL('image/webp').split(',')[1] ?? '';
    }, isSolid);
    return Buffer.from(data, 'base64');
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"/>');
  const large = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]);
  for (const [file, ending, width] of [
    [{ name: 'a.webp', mimeType: 'image/webp', buffer: await webp(true) }, 'jpg', 40],
    [{ name: 'b.webp', mimeType: 'image/webp', buffer: await webp(false) }, 'png', 40],
    [{ name: 'c.svg', mimeType: 'image/svg+xml', buffer: svg }, 'png', 60],
    [{ name: 'd.png', mimeType: 'image/png', buffer: large }, 'png', 1],
    [{ name: 'e.webp', mimeType: 'image/webp', buffer: PNG }, 'png', 1],
  ] as const) {
    await editor.write('');
    await pick(page, [file]);
    await expect
      .poll(() => storedText(editor))
      .toMatch(new RegExp(`images/[0-9a-f]{16}\\.${ending}`));
    await expect.poll(() => widthOf(editor)).toBe(width);
  }
});

test('a_failed_image_stays_in_the_article_and_can_be_tried_again', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  await editor.open();
  await editor.write('');
  await setS3(page, host.url, 'wrong');
  await pick(page, [png('图.png')]);
  const uploads = page.getByRole('region', { name: '图片上传' });
  await expect(uploads.getByRole('alert')).toContainText('SignatureDoesNotMatch');
  await expect.poll(() => widthOf(editor)).toBe(1);
  expect(await faults(page)).toEqual([]);
  await setS3(page, host.url);
  await uploads.getByRole('button', { name: '重试 图.png' }).click();
  await expect(uploads).toBeHidden();
  await expect(editor.article.locator('img[src^="http"]')).toHaveCount(1);
  expect(editor.errors.splice(0).every((error) => error.includes('403'))).toBe(true);
});

test('an_image_that_a_closed_page_left_unsent_is_uploaded_later', async ({
  editor,
  page,
  context,
}) => {
  const silent = use(editor, await listen(() => undefined));
  await editor.open();
  await editor.write('');
  await startUpload(editor, silent.url);
  await editor.saved();
  const other = await context.newPage();
  await other.goto('/md');
  await expect(other.getByText('正在另一个标签页中编辑')).toBeVisible();
  const image = other.frameLocator('[data-testid=preview] iframe').locator('section.article img');
  await expect(image).toHaveAttribute('src', /^blob:/);
  await other.close();
  await page.reload();
  await editor.ready();
  await expect.poll(() => widthOf(editor)).toBe(1);
  await expect(page.getByRole('region', { name: '图片上传' })).toBeHidden();
  const host = use(editor, await s3Host());
  await setS3(page, host.url);
  const dialog = await openDialog(page);
  await expect(dialog.getByText('本文有 1 张图片只保存在此浏览器')).toBeVisible();
  await dialog.getByRole('button', { name: '全部上传到图床' }).click();
  await expect(editor.article.locator('img[src^="http"]')).toHaveCount(1);
  editor.errors.length = 0;
});

test('an_image_that_this_browser_does_not_have_is_asked_from_nobody', async ({ editor, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await editor.openWith('![旧图](images/0123456789abcdef.png)');
  await expect(editor.article.locator('img')).toHaveAttribute('title', '此浏览器里没有这张图片');
  expect(asked.filter((path) => path.includes('0123456789abcdef'))).toEqual([]);
});

test('an_upload_shows_its_progress_and_can_be_canceled', async ({ editor }) => {
  let release: () => void = () => undefined;
  const slow = use(
    editor,
    await listen((_request, _body, response) => {
      release = () => void response.writeHead(200).end(JSON.stringify({ data: { url: '/a.png' } }));
    }),
  );
  await editor.open();
  await editor.write('');
  const uploads = await startUpload(editor, slow.url);
  await uploads.getByRole('button', { name: '取消上传 图.png' }).click();
  await expect(uploads.getByText('已取消')).toBeVisible();
  await uploads.getByRole('button', { name: '重试 图.png' }).click();
  await expect(uploads.getByRole('progressbar')).toBeVisible();
  await uploads.getByRole('button', { name: '取消上传 图.png' }).click();
  await uploads.getByRole('button', { name: '不再显示 图.png' }).click();
  await expect(uploads).toBeHidden();
  await expect(editor.article.locator('img')).toHaveAttribute('src', /^blob:/);
  release();
});

test('repositories_are_spread_and_refusals_passed_over', async ({ editor, page }) => {
  const host = use(editor, await githubHost());
  await editor.open();
  await editor.write('');
  const dialog = await openHostForm(page, 'GitHub 仓库');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请填写有效的内容').first()).toBeVisible();
  expect(await faults(page, 'popup')).toEqual([]);
  await dialog.getByRole('textbox', { name: '用户名' }).fill('writer');
  await dialog.getByRole('textbox', { name: '仓库' }).fill('broken, img-{1..3}');
  await expect(dialog.getByText('已填 4 个')).toBeVisible();
  await dialog.getByRole('textbox', { name: '令牌' }).fill('spent\ngood');
  await dialog.getByRole('textbox', { name: 'API 地址' }).fill(`${host.url}/`);
  await dialog
    .getByRole('textbox', { name: '图片网址' })
    .fill('https://images.example.com/{user}/{repo}/{branch}/{path}');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.keyboard.press('Escape');
  // Equal files would be one image.
  const files = Array.from({ length: 8 }, (_, n) => ({
    ...png(`${n}.png`),
    buffer: Buffer.concat([PNG, Buffer.of(n)]),
  }));
  await pick(page, files);
  await expect(editor.article.locator('img[src^="https:"]')).toHaveCount(8);
  const done = host.puts.filter((put) => put.token === 'good' && put.repository !== 'broken');
  expect(done).toHaveLength(8);
  expect(new Set(done.map((put) => put.repository)).size).toBeGreaterThan(1);
  expect(
    done.every((put) => put.branch === 'main' && put.bytes.subarray(0, PNG.length).equals(PNG)),
  ).toBe(true);
  const first = editor.article.locator('img').first();
  await expect(first).toHaveAttribute(
    'src',
    /^https:\/\/images\.example\.com\/writer\/img-\d\/main\/\d{4}\//,
  );
  editor.errors.length = 0;
  editor.foreignRequests.length = 0;
});

test('without_a_host_a_pasted_picture_is_shown_at_once_and_after_a_reload', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('');
  await pasteImage(editor);
  await expect.poll(() => widthOf(editor)).toBe(1);
  await expect(editor.source).toContainText(/!\[\]\(images\/[0-9a-f]{16}\.png\)/);
  await editor.saved();
  await page.reload();
  await editor.ready();
  await expect.poll(() => widthOf(editor)).toBe(1);
  // The same picture again is the same file.
  await pasteImage(editor);
  await expect(editor.article.locator('img')).toHaveCount(2);
  const kept = (await records(page, 'settings')).filter(({ key }) =>
    String(key).startsWith('~image:'),
  );
  expect(kept).toHaveLength(1);
});

test('images_of_the_browser_are_uploaded_together_and_taken_back', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  await editor.open();
  await editor.write('');
  await pick(page, [png('甲.png'), { ...png('乙.png'), buffer: OTHER_PNG }]);
  await expect(editor.article.locator('img[src^="blob:"]')).toHaveCount(2);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: '设置图床' }).click();
  await expect(dialog.getByRole('radio', { name: 'GitHub 仓库' })).toBeVisible();
  await page.keyboard.press('Escape');
  await setS3(page, host.url);
  await openDialog(page);
  await dialog.getByRole('button', { name: '全部上传到图床' }).click();
  await expect(editor.article.locator('img[src^="http"]')).toHaveCount(2);
  expect(host.objects.size).toBe(2);
  const told = page.getByRole('listitem').filter({ hasText: '已上传 2 张图片' });
  await told.getByRole('button', { name: '撤销' }).click();
  await expect(editor.article.locator('img[src^="blob:"]')).toHaveCount(2);
});

test('the_copy_and_the_html_file_carry_images_of_the_browser_as_data', async ({ editor, page }) => {
  await editor.open();
  await editor.write('');
  await pasteImage(editor);
  await expect.poll(() => widthOf(editor)).toBe(1);
  const data = `data:image/png;base64,${PNG.toString('base64')}`;
  await page.getByRole('button', { name: '复制到公众号' }).click();
  const check = page.getByRole('dialog', { name: /需要留意/ });
  await expect(check.getByText('图片还没有上传到图床')).toBeVisible();
  await check.getByRole('button', { name: '照样复制' }).click();
  await expect(page.getByText('已复制，去公众号后台粘贴即可').first()).toBeVisible();
  expect((await editor.clipboard())['text/html']).toContain(`src="${data}"`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await page.getByRole('menuitem', { name: /HTML 文件/ }).click();
  const html = await readFile(await (await downloading).path(), 'utf8');
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).toContain(`src="${data}"`);
});

test('a_zip_of_the_article_carries_its_images', async ({ editor, page }) => {
  await editor.open();
  await editor.write('');
  await pasteImage(editor);
  await expect.poll(() => widthOf(editor)).toBe(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await page.getByRole('menuitem', { name: '导出 Markdown 与图片（zip）' }).click();
  const files = unzipSync(await readFile(await (await downloading).path()));
  expect(Buffer.from(files['images/1.png'] ?? []).equals(PNG)).toBe(true);
  const text = Object.entries(files).find(([name]) => name.endsWith('.md'))?.[1];
  expect(new TextDecoder().decode(text)).toContain('![](images/1.png)');
});

test('a_full_disk_refuses_the_image_and_leaves_the_text', async ({ editor, page }) => {
  await editor.open();
  await editor.write('先写下的字');
  await editor.saved();
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
      const { key } = given[0] as { key?: string };
      if (key?.startsWith('~image:')) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  await pasteImage(editor);
  await expect(page.getByText('图片没有插入，正文不受影响')).toBeVisible();
  await expect(page.getByText(/存储空间已满/)).toBeVisible();
  await expect(editor.article).toHaveText('先写下的字');
});

test('a_pasted_picture_goes_to_the_host_that_is_set', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  await editor.open();
  await editor.write('');
  await setS3(page, host.url);
  await pasteImage(editor);
  await expect(editor.article.locator('img[src^="http"]')).toHaveCount(1);
});

test('the_platform_is_an_image_host_for_who_is_logged_in', async ({ editor, page, request }) => {
  await editor.open();
  const stranger = await openDialog(page);
  await stranger.getByRole('tab', { name: '图床' }).click();
  await expect(stranger.getByRole('radio', { name: 'GitHub' })).toBeVisible();
  await expect(stranger.getByRole('radio', { name: '墨砚' })).toHaveCount(0);

  const author = person('图主');
  await teamOf(request, author, '编辑部');
  await logIn(page, author, '/md');
  await editor.ready();
  await editor.write('');
  const dialog = await openHostForm(page, '墨砚');
  await dialog.getByRole('combobox', { name: '所属空间' }).click();
  await page.getByRole('option', { name: '编辑部' }).click();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '测试上传' }).click();
  await expect(page.getByText('可以使用').first()).toBeVisible();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('图床已保存在此浏览器').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await pasteImage(editor);
  const image = editor.article.locator('img[src*="/media/"]');
  await expect(image).toHaveCount(1);
  await expect.poll(() => widthOf(editor)).toBe(1);
  // Anybody sees it.
  const shown = await request.get((await image.getAttribute('src')) ?? '');
  expect(shown.headers()['content-type']).toBe('image/png');
  expect(shown.headers()['cache-control']).toContain('immutable');

  // Without room the image stays in the browser, and the reason is said.
  await page.route('**/api/teams/*/images', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 409, message: '', data: { error: 'files.quotaExceeded' } },
    }),
  );
  await pick(page, [{ name: '满.png', mimeType: 'image/png', buffer: OTHER_PNG }]);
  const uploads = page.getByRole('region', { name: '图片上传' });
  await expect(uploads.getByRole('alert')).toContainText('存储空间不足');
  editor.errors.splice(0);
});

test('images_from_elsewhere_are_moved_in_one_step', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  const other = use(
    editor,
    await listen((_request, _body, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG);
    }),
  );
  await editor.open();
  await editor.write(`![甲](${other.url}/a.png) ![乙](/tutorial/seal.png)`);
  await setS3(page, host.url);
  const dialog = await openDialog(page);
  await expect(dialog.getByText('本文有 2 张图片在别的网站上')).toBeVisible();
  await dialog.getByRole('button', { name: '全部转存到图床' }).click();
  await expect(page.getByText('已转存 2 张图片')).toBeVisible();
  await expect(editor.article.locator(`img[src^="${host.url}"]`)).toHaveCount(2);
  expect(host.objects.size).toBe(2);
});

test('keys_stay_out_of_the_database', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  await editor.open();
  await setS3(page, host.url);
  const stored = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const open = indexedDB.open('md_editor_db', 1);
        open.onsuccess = () => {
          const all = open.result.transaction('settings').objectStore('settings').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result));
        };
      }),
  );
  expect(stored).not.toContain(S3_KEYS.secretAccessKey);
  expect(stored).not.toContain(S3_KEYS.accessKeyId);
});

test('dropped_pictures_are_uploaded', async ({ editor, page }) => {
  const host = use(editor, await s3Host());
  await editor.open();
  await editor.write('');
  await setS3(page, host.url);
  await page.evaluate((data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    for (const name of ['甲.png', '乙.png']) {
      transfer.items.add(new File([bytes], name, { type: 'image/png' }));
    }
    const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
    const target = document.querySelector('[data-testid=source] .view-lines');
    target?.dispatchEvent(new DragEvent('dragover', options));
    target?.dispatchEvent(new DragEvent('drop', options));
  }, PNG.toString('base64'));
  await expect(editor.article.locator('img[src^="http"]')).toHaveCount(2);
  await expect(editor.article.locator('img').first()).toHaveAttribute('alt', '甲');
});

test('a_picture_that_is_dropped_on_an_empty_line_is_a_block_and_the_text_goes_on_below', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('甲\n\n乙\n丙');
  const line = page.locator('[data-testid=source] .view-line').filter({ hasText: '乙' });
  await line.click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Home');
  await line.evaluate((above, data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], '砚.png', { type: 'image/png' }));
    const { left, top, height } = above.getBoundingClientRect();
    const [clientX, clientY] = [left + 4, top + height * 1.5];
    const target = document.elementFromPoint(clientX, clientY);
    const options = {
      dataTransfer: transfer,
      bubbles: true,
      cancelable: true,
      clientX,
      clientY,
    };
    target?.dispatchEvent(new DragEvent('dragover', options));
    target?.dispatchEvent(new DragEvent('drop', options));
  }, PNG.toString('base64'));
  await expect(editor.article.locator('figure img')).toHaveCount(1);
  await page.keyboard.type('接着写');
  await expect
    .poll(() => storedText(editor))
    .toMatch(/^甲\n\n乙\n\n!\[砚\]\(images\/[0-9a-f]{16}\.png\)\n\n接着写\n\n丙$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test('a_picture_that_is_chosen_is_in_the_article_without_any_host', async ({ editor, page }) => {
    await page.goto('/md');
    const box = page.getByRole('textbox', { name: 'Markdown 正文' });
    await box.fill('');
    await page.getByRole('button', { name: '插入', exact: true }).tap();
    await page.getByRole('menuitem', { name: /图片/ }).tap();
    const dialog = page.getByRole('dialog', { name: '插入图片' });
    await expect(dialog.getByText('图片保存在此浏览器')).toBeVisible();
    await dialog.locator('input[type=file]').setInputFiles([png('相册.png')]);
    await expect(box).toHaveValue(/^!\[相册\]\(images\/[0-9a-f]{16}\.png\)\n\n$/);
    await page.getByRole('tab', { name: '预览' }).tap();
    await expect.poll(() => widthOf(editor)).toBe(1);
  });
});
