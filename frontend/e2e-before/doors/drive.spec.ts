import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './base';

// What every other test of the engines leans on, on a page without the product.

const PAGES: Record<string, string> = {
  '/': `<label>名字 <input></label> <textarea aria-label="正文"></textarea> <input type="file" hidden>
    <button>复制</button> <button disabled>不行</button>
    <button onclick="document.querySelector('[type=file]').click()">选择文件</button> <a href="/second">下一页</a> <a href="/file">下载</a>
    <p id="width"></p><div style="height: 2000px"></div><button>在下面</button>
    <iframe id="near" sandbox="allow-same-origin" srcdoc="<p>近处</p>"></iframe>
    <iframe id="far" sandbox="allow-scripts" src="/far" style="border: 7px solid"></iframe>
    <script>
      const [copy, , , below] = document.querySelectorAll('button');
      below.onclick = (event) => { below.textContent = '点到了 ' + event.isTrusted; };
      copy.onclick = () => navigator.clipboard.write([new ClipboardItem({
        'text/html': new Promise((resolve) => setTimeout(() => resolve(new Blob(['<b>粗</b>'], { type: 'text/html' })), 300)),
        'text/plain': new Blob(['粗'], { type: 'text/plain' }),
      })]).then(() => { copy.textContent = '已复制'; });
    </script>`,
  '/second': '<h1>第二页</h1>',
  '/far': `<button onclick="this.textContent = '远处点到了'">远处</button>`,
};

let server: Server;
let origin: string;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/file') {
      response.setHeader('content-disposition', 'attachment; filename="file.txt"');
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', "script-src 'unsafe-inline'");
    }
    response.end(`<!doctype html><html lang="zh">${PAGES[request.url ?? ''] ?? 'nothing'}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A name as sites have it.
  origin = `http://some-site.localhost:${(server.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('a_window_is_driven_as_a_person_does_it', async ({ tab }) => {
  await tab.open(`${origin}/`);
  for (const width of [375, 1440]) {
    await tab.resize(width, 812);
    expect(await tab.waitFor(() => innerWidth)).toBe(width);
  }
  await tab.find({ label: '名字' }).fill('墨客');
  await tab.find({ role: 'textbox', name: '正文' }).click();
  await tab.type('abc');
  await tab.press('Shift+ArrowLeft');
  await tab.press('Backspace');
  await tab.insertText('，好');
  await tab.press('Mod+A');
  await tab.find({ role: 'textbox', name: '正文' }).hasValue('ab，好');
  await tab.find({ role: 'button', name: '在下面' }).click();
  await tab.says('点到了 true');
  expect(await tab.find({ role: 'button', name: '没有' }).count()).toBe(0);
  expect((await tab.driven.screenshot()).subarray(1, 4).toString()).toBe('PNG');
});

test('what_the_browser_copied_is_read_from_its_clipboard', async ({ tab }) => {
  await tab.open(`${origin}/`);
  await tab.find({ role: 'button', name: '复制' }).click();
  await tab.says('已复制');
  const { 'text/html': html, 'text/plain': text } = await tab.clipboard();
  expect(html).toMatch(/<b[^>]*>粗<\/b>/);
  expect(text).toBe('粗');
});

test('frames_of_both_kinds_are_looked_into_and_clicked', async ({ tab }) => {
  await tab.open(`${origin}/`);
  await tab.frame('#near').find({ text: '近处' }).shows();
  await tab.foreignFrame('#far').find({ role: 'button', name: '远处' }).click();
  await tab.foreignFrame('#far').find({ text: '远处点到了' }).shows();
});

test('addresses_are_walked_forth_and_back', async ({ tab, newWindow, newPerson }) => {
  await tab.open(`${origin}/`);
  await tab.evaluate(() => localStorage.setItem('who', '我'));
  await tab.find({ role: 'link', name: '下一页' }).click();
  await tab.showsAddress(`${origin}/second`);
  await tab.back();
  await tab.showsAddress(`${origin}/`);
  await tab.reload();
  const stored = () => localStorage.getItem('who');
  expect(await tab.evaluate(stored)).toBe('我');
  const second = await newWindow();
  await second.open(`${origin}/second`);
  expect(await second.evaluate(stored)).toBe('我');
  await tab.find({ role: 'button', name: '复制' }).shows();
  const stranger = await newPerson();
  await stranger.open(`${origin}/`);
  expect(await stranger.evaluate(stored)).toBeNull();
});

test('files_are_given_and_downloaded', async ({ tab }) => {
  await tab.open(`${origin}/`);
  const choose = () => tab.find({ role: 'button', name: '选择文件' }).click();
  await tab.chooseFiles(choose, 'input[type=file]', [{ name: '一.md', content: '# 一' }]);
  const given = () => document.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]?.text();
  expect(await tab.evaluate(given)).toBe('# 一');
  await tab.find({ role: 'link', name: '下载' }).click();
  const { name, content } = await tab.downloaded();
  expect(name).toBe('file.txt');
  expect(content.toString()).toContain('nothing');
});
