import { errors } from '@playwright/test';
import { numbersOf } from '../../src/testing/random';
import { person, sessionOf } from '../support/accounts';
import { expect, test } from '../support/base';
import { FaultyNetwork } from '../support/faulty-network';
import { records } from '../support/storage';
import { type Device, twoDevices } from '../support/sync';

/** `E2E_SYNC_SEED=7 E2E_SYNC_RUNS=20` tries twenty other stories; each names its seed. */
const FIRST_SEED = Number(process.env.E2E_SYNC_SEED ?? 1);
const RUNS = Number(process.env.E2E_SYNC_RUNS ?? 2);
const STEPS = Number(process.env.E2E_SYNC_STEPS ?? 24);
/** How long a row may take to be there, in milliseconds: the other browser may have taken it away. */
const ROW_MS = 4_000;

type Ask = Awaited<ReturnType<typeof sessionOf>>;

interface Document {
  id: string;
  title: string;
  content: string;
  categoryId: string;
  parentId?: string | null;
  deletedAt?: string | null;
}

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`two_browsers_agree_after_requests_were_lost_and_repeated_${seed}`, async ({
    browser,
    request,
  }) => {
    test.slow();
    const who = person('安安');
    const devices = await twoDevices(browser, who);
    const ask = await sessionOf(request, who);
    const random = numbersOf(seed);
    const networks = devices.map(
      ({ page }, i) => new FaultyNetwork(page.context(), numbersOf(seed * 100 + i)),
    );
    for (const { page } of devices) page.setDefaultTimeout(ROW_MS);
    for (const network of networks) await network.begin();
    let nDone = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const device = devices[random(2)] ?? devices[0];
      nDone += Number(await act(device, random, step));
      if (random(2) === 0) await device.wake();
    }
    expect(nDone).toBeGreaterThan(STEPS / 2);
    expect(networks.reduce((sum, { nFaults }) => sum + nFaults, 0)).toBeGreaterThan(STEPS / 4);

    for (const network of networks) await network.end();
    const address = await devices[0].address();
    await expect(async () => {
      for (const device of devices) {
        await device.wake();
        await resolve(device);
      }
      const wanted = await atServer(ask, address);
      for (const device of devices) expect(await here(device)).toEqual(wanted);
    }).toPass({ timeout: 90_000 });

    const accepted = networks.flatMap((network) => network.accepted);
    expect(accepted.length).toBeGreaterThan(0);
    for (const documentId of new Set(accepted.map((one) => one.documentId))) {
      const kept = await past(ask, `${address}/documents/${documentId}`);
      for (const { content } of accepted.filter((one) => one.documentId === documentId)) {
        expect(kept, documentId).toContain(content);
      }
    }
  });
}

/** One thing that an author does. False when what it was about had gone. */
async function act(device: Device, random: (below: number) => number, n: number): Promise<boolean> {
  const { library, page } = device;
  try {
    const rows = (await library.titles()).map((title) => title.replace(/^-+/, ''));
    const title = rows[random(Math.max(1, rows.length))];
    const kind = random(10);
    if (kind <= 1 || title === undefined) {
      await library.create(`篇${n}`);
      return true;
    }
    const row = library.row(title).first();
    if (kind <= 4) {
      await row.click();
      await expect(row).toHaveAttribute('aria-selected', 'true', { timeout: ROW_MS });
      await device.editor.write(`第 ${n} 步写的字`);
      return true;
    }
    if (kind === 5) {
      await library.act(title, '重命名');
      const box = page.getByRole('textbox', { name: '文章名称' });
      await box.fill(`改名${n}`);
      await box.press('Enter');
      return true;
    }
    if (kind === 6) await library.act(title, '设为上一篇的子文章');
    if (kind === 7) await library.act(title, '删除');
    if (kind === 8) {
      await library.tree.focus();
      await page.keyboard.press('ControlOrMeta+Z');
    }
    // The page is closed in the middle of whatever it sends.
    if (kind === 9) {
      await page.reload({ timeout: 60_000 });
      await device.editor.ready();
    }
    return true;
  } catch (error) {
    const isLate = error instanceof errors.TimeoutError || /Timed out|Timeout:/.test(String(error));
    if (!isLate) throw error;
    await page.keyboard.press('Escape');
    return false;
  }
}

/** Chooses the own text wherever there are two. */
async function resolve({ library, page }: Device): Promise<void> {
  const conflict = library.tree
    .getByRole('treeitem')
    .filter({ has: page.locator('[data-testid=sync-badge][data-state=conflict]') })
    .first();
  if ((await conflict.count()) === 0) return;
  await conflict.click();
  await page.getByRole('button', { name: '查看并选择' }).click();
  await page.getByRole('button', { name: '保留我的', exact: true }).click();
}

async function atServer(ask: Ask, address: string): Promise<unknown[]> {
  const page = await ask<{ documents: Document[] }>('get', `${address}/changes?since=0`);
  return compared(page.documents.filter(({ deletedAt }) => deletedAt == null));
}

async function here(device: Device): Promise<unknown[]> {
  const { knowledgeBaseId } = await device.base();
  const posts = await records(device.page, 'posts');
  return compared(
    posts.filter((post) => post.knowledgeBaseId === knowledgeBaseId) as unknown as Document[],
  );
}

function compared(documents: readonly Document[]): unknown[] {
  return documents
    .map(({ id, title, content, categoryId, parentId }) => ({
      id,
      title,
      content,
      categoryId,
      parentId: parentId ?? null,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every text that the server has kept of a document. */
async function past(ask: Ask, document: string): Promise<string[]> {
  const texts: string[] = [];
  let cursor = '';
  do {
    const page = await ask<{ items: { revision: number }[]; nextCursor?: string | null }>(
      'get',
      `${document}/revisions${cursor}`,
    );
    for (const { revision } of page.items) {
      const one = await ask<{ content: string }>('get', `${document}/revisions/${revision}`);
      texts.push(one.content);
    }
    cursor = page.nextCursor ? `?cursor=${encodeURIComponent(page.nextCursor)}` : '';
  } while (cursor !== '');
  return texts;
}
