// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { KeyedError } from '../keyed-error';
import { writeClipboard } from './clipboard';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the_service_is_asked_before_the_content_is_ready', async () => {
  const write = vi.fn(async (_items: unknown[]) => undefined);
  class Item {
    constructor(readonly parts: Record<string, Promise<Blob>>) {}
  }
  vi.stubGlobal('ClipboardItem', Item);
  vi.stubGlobal('navigator', { clipboard: { write } });
  let resolve: (value: { html: string; text: string }) => void = () => undefined;
  const done = writeClipboard(
    'rich',
    new Promise((r) => {
      resolve = r;
    }),
  );
  expect(write).toHaveBeenCalledTimes(1);
  resolve({ html: '<p>甲</p>', text: '甲' });
  await done;
  const item = write.mock.calls[0]?.[0]?.[0] as Item;
  const html = await item.parts['text/html'];
  expect(await html?.text()).toBe('<p>甲</p>');
});

test('without_the_service_the_copy_command_runs', async () => {
  vi.stubGlobal('ClipboardItem', undefined);
  const execCommand = vi.fn(() => true);
  Object.assign(document, { execCommand });
  await writeClipboard('plain', Promise.resolve({ text: 'x' }));
  expect(execCommand).toHaveBeenCalledWith('copy');
});

test('when_both_ways_fail_the_reason_has_a_key', async () => {
  vi.stubGlobal('ClipboardItem', undefined);
  Object.assign(document, { execCommand: () => false });
  await expect(writeClipboard('plain', Promise.resolve({ text: 'x' }))).rejects.toMatchObject({
    key: 'clipboard.refused',
  });
});

test('inside_wechat_nothing_can_be_allowed_so_a_way_out_is_named', async () => {
  vi.stubGlobal('ClipboardItem', undefined);
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50',
  });
  Object.assign(document, { execCommand: () => false });
  await expect(writeClipboard('plain', Promise.resolve({ text: 'x' }))).rejects.toMatchObject({
    key: 'clipboard.insideWeChat',
  });
});

test('a_failure_to_make_the_content_is_passed_on', async () => {
  const failure = new KeyedError('engine.failed', 'x');
  await expect(writeClipboard('plain', Promise.reject(failure))).rejects.toBe(failure);
});

test('a_newer_copy_is_not_replaced_by_an_older_one_that_took_longer', async () => {
  vi.stubGlobal('ClipboardItem', undefined);
  const copied: string[] = [];
  Object.assign(document, {
    execCommand: () => copied.push(getSelection()?.toString() ?? '') > 0,
  });
  let finish: (value: { text: string }) => void = () => undefined;
  const slow = new Promise<{ text: string }>((resolve) => {
    finish = resolve;
  });
  const older = expect(writeClipboard('plain', slow)).rejects.toMatchObject({
    key: 'clipboard.superseded',
  });
  await writeClipboard('plain', Promise.resolve({ text: '新' }));
  finish({ text: '旧' });
  await older;
  expect(copied).toHaveLength(1);
});
