import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { type EditorScreen, expect, test } from '../support/editor';
import { type LocalHost, listen } from '../support/image-hosts';

interface Asked {
  key: string;
  model: string;
  messages: { role: string; content: string }[];
}

/** A service that speaks the protocol; what it answers depends on the model that is asked for. */
async function service(editor: EditorScreen) {
  const asked: Asked[] = [];
  const open: ServerResponse[] = [];
  const host = await listen((request, body, response) => {
    const data = JSON.parse(body.toString()) as Omit<Asked, 'key'>;
    asked.push({ ...data, key: String(request.headers.authorization) });
    const refuse = (status: number, message: string) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: { message } }));
    if (request.url !== '/v1/chat/completions') return refuse(404, 'no such path');
    if (request.headers.authorization !== 'Bearer sk-good') return refuse(401, 'bad key');
    if (data.model === 'busy') return refuse(429, 'slow down');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const first = JSON.stringify({ choices: [{ delta: { content: '润色' } }] });
    response.write(`data: ${first}\n\n`);
    if (data.model === 'cut') {
      // The connection breaks after the first words: a browser drops what it has not yet handed over.
      return setTimeout(() => response.destroy(), 500);
    }
    if (data.model === 'slow') {
      open.push(response);
      return undefined;
    }
    // An event may be cut anywhere between two packets.
    response.write('data: {"choices":[{"del');
    response.write('ta":{"content":"过的文字"}}]}\n\n');
    return response.end('data: [DONE]\n\n');
  });
  editor.allowed.add(host.host);
  hosts.push(host);
  return { url: `${host.url}/v1`, asked, open };
}

const hosts: LocalHost[] = [];
test.afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

const panel = (page: Page) => page.getByRole('complementary', { name: /右侧栏|Right sidebar/ });

async function setUp(page: Page, url: string, model = 'good', key = 'sk-good'): Promise<void> {
  await page.evaluate((setting) => localStorage.setItem('ai_service', JSON.stringify(setting)), {
    base: url,
    key,
    model,
  });
}

async function polish(editor: EditorScreen, text = '原来的文字'): Promise<void> {
  await editor.write(text);
  await editor.page.keyboard.press('ControlOrMeta+A');
  await editor.page.getByRole('button', { name: '润色' }).click();
}

test('the_service_is_set_tried_and_kept_out_of_the_database', async ({ editor, page }) => {
  const { url, asked } = await service(editor);
  await editor.open();
  await page.getByRole('button', { name: '样式', exact: true }).click();
  await page.getByRole('tab', { name: 'AI 助手' }).click();
  expect(await faults(page)).toEqual([]);
  await panel(page).getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('请填写有效的地址').first()).toBeVisible();
  await page.getByRole('textbox', { name: '接口地址' }).fill(url);
  await page.getByLabel('密钥（API Key）').fill('sk-wrong');
  await page.getByRole('textbox', { name: '模型' }).fill('good');
  await page.getByRole('button', { name: '测试连接' }).click();
  await expect(page.getByText(/密钥不对或没有权限：401 bad key/)).toBeVisible();
  await page.getByLabel('密钥（API Key）').fill('sk-good');
  await page.getByRole('button', { name: '测试连接' }).click();
  await expect(page.getByText('可以使用')).toBeVisible();
  await panel(page).getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('textbox', { name: '输入问题，回车发送' })).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ key: 'Bearer sk-good', model: 'good' });
  expect(editor.errors.splice(0).every((error) => error.includes('401'))).toBe(true);
});

test('a_selection_is_polished_shown_as_changes_and_taken_in_one_step', async ({ editor, page }) => {
  const { url, asked } = await service(editor);
  await editor.open();
  await setUp(page, url);
  await polish(editor);
  const result = page.getByTestId('ai-result');
  await expect(result.locator('ins')).not.toHaveCount(0);
  await expect(result.locator('del')).not.toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  expect(asked[0]?.messages.at(-1)?.content).toContain('原来的文字');
  await page.getByRole('button', { name: '采纳' }).click();
  await expect(editor.article).toHaveText('润色过的文字');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article).toHaveText('原来的文字');
});

test('a_result_can_be_discarded_and_a_changed_text_is_not_overwritten', async ({
  editor,
  page,
}) => {
  const { url } = await service(editor);
  await editor.open();
  await setUp(page, url);
  await polish(editor);
  await page.getByRole('button', { name: '放弃' }).click();
  await expect(editor.article).toHaveText('原来的文字');
  await polish(editor);
  await expect(page.getByRole('button', { name: '采纳' })).toBeEnabled();
  await editor.write('作者已经改了');
  await page.getByRole('button', { name: '采纳' }).click();
  await expect(page.getByText('原文已经改动，找不到要替换的地方')).toBeVisible();
  await expect(editor.article).toHaveText('作者已经改了');
});

test('what_goes_wrong_is_said_and_what_came_is_kept', async ({ editor, page }) => {
  const { url } = await service(editor);
  await editor.open();
  for (const [model, key, words] of [
    ['good', 'sk-bad', '密钥不对或没有权限'],
    ['busy', 'sk-good', '请求太频繁或额度用完'],
    ['cut', 'sk-good', '回答在中途断开'],
  ] as const) {
    await setUp(page, url, model, key);
    await polish(editor);
    await expect(panel(page).getByRole('alert')).toContainText(words);
    if (model === 'cut') await expect(page.getByTestId('ai-result')).toContainText('润色');
    await page.getByRole('button', { name: '放弃' }).click();
  }
  await setUp(page, 'http://127.0.0.1:9/v1');
  editor.allowed.add('127.0.0.1:9');
  await polish(editor);
  await expect(panel(page).getByRole('alert')).toContainText('连接不上');
  editor.errors.length = 0;
});

test('a_slow_answer_can_be_stopped_and_asked_for_again', async ({ editor, page }) => {
  const { url } = await service(editor);
  await editor.open();
  await setUp(page, url, 'slow');
  await polish(editor);
  await expect(page.getByTestId('ai-result')).toContainText('润色');
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByRole('button', { name: '采纳' })).toBeEnabled();
  await setUp(page, url, 'good');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByTestId('ai-result').locator('ins')).not.toHaveCount(0);
});

test('a_talk_sends_the_article_along_and_its_answer_goes_into_the_text', async ({
  editor,
  page,
}) => {
  const { url, asked } = await service(editor);
  await editor.open();
  await editor.write('文章正文');
  await setUp(page, url);
  await page.keyboard.press('F1');
  await page.getByRole('combobox').fill('zhushou');
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: '带上当前文章' }).click();
  const box = page.getByRole('textbox', { name: '输入问题，回车发送' });
  await box.fill('怎么样？');
  await box.press('Enter');
  await expect(page.getByTestId('ai-answer')).toHaveText('润色过的文字');
  expect(asked[0]?.messages.map((message) => message.role)).toEqual(['system', 'system', 'user']);
  expect(asked[0]?.messages[1]?.content).toContain('文章正文');
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: '插入文中' }).click();
  await expect(editor.article).toContainText('润色过的文字');
  await box.fill('再来');
  await box.press('Enter');
  await expect(page.getByTestId('ai-answer')).toHaveCount(2);
  const answers = () => asked[1]?.messages.filter(({ role }) => role === 'assistant').length;
  await expect.poll(answers).toBe(1);
  await page.getByRole('button', { name: '清空对话' }).click();
  await expect(page.getByTestId('ai-answer')).toHaveCount(0);
});

test('the_toolbox_leaves_the_selection_free', async ({ editor, page }) => {
  await editor.open();
  await editor.write(`${'一段\n\n'.repeat(60)}最后一行`);
  const toolbox = page.getByRole('region', { name: 'AI 工具' });
  const isAbove = async () => {
    const [own, pane] = [await toolbox.boundingBox(), await page.locator('#source').boundingBox()];
    return (own?.y ?? 0) - (pane?.y ?? 0) < (pane?.height ?? 0) / 2;
  };
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Shift+Home');
  await expect.poll(isAbove).toBe(true);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+End');
  await expect.poll(isAbove).toBe(false);
});

test('the_toolbox_can_be_hidden', async ({ editor, page }) => {
  await editor.open();
  await editor.write('字');
  await page.keyboard.press('ControlOrMeta+A');
  const toolbox = page.getByRole('region', { name: 'AI 工具' });
  await expect(toolbox).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await toolbox.getByRole('button', { name: /不再显示/ }).click();
  await expect(toolbox).toBeHidden();
  await editor.saved();
  await page.reload();
  await editor.ready();
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+A');
  await expect(page.getByTestId('selection-stats')).toBeVisible();
  await expect(toolbox).toBeHidden();
});
