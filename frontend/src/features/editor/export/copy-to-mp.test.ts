// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { forwardCopyToMp, hasExtension, raiseCopyToMp } from './copy-to-mp';

afterEach(() => vi.unstubAllGlobals());

test('in_an_extension_the_event_reaches_the_active_tab', async () => {
  const sendMessage = vi.fn(async () => undefined);
  vi.stubGlobal('chrome', { tabs: { query: async () => [{ id: 7 }], sendMessage } });
  const stop = forwardCopyToMp();
  expect(hasExtension()).toBe(true);
  raiseCopyToMp('<p>文</p>');
  await vi.waitFor(() =>
    expect(sendMessage).toHaveBeenCalledWith(7, { type: 'copyToMp', content: '<p>文</p>' }),
  );
  stop();
  raiseCopyToMp('again');
  await Promise.resolve();
  expect(sendMessage).toHaveBeenCalledTimes(1);
});

test('elsewhere_nothing_is_forwarded', () => {
  vi.stubGlobal('chrome', undefined);
  expect(hasExtension()).toBe(false);
  forwardCopyToMp()();
});
