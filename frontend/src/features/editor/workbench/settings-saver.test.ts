import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SAVE_RETRY_MS } from '../../../config/constants';
import type { EditorSettings } from '../../../storage/settings';
import { SettingsSaver } from './settings-saver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const stored: Partial<EditorSettings> = {};
  const disk = { isFull: false };
  const errors: (string | null)[] = [];
  const saver = new SettingsSaver(
    async (changes) => {
      if (disk.isFull) throw new DOMException('full', 'QuotaExceededError');
      Object.assign(stored, changes);
    },
    (error) => errors.push(error?.key ?? null),
  );
  return { stored, disk, errors, saver };
}

test('a_change_is_written_at_once', async () => {
  const { stored, errors, saver } = setUp();
  saver.change({ theme: 'elegant' });
  await vi.advanceTimersByTimeAsync(0);
  expect(stored).toEqual({ theme: 'elegant' });
  expect(errors).toEqual([null]);
});

test('what_could_not_be_written_is_written_when_there_is_room_again', async () => {
  const { stored, disk, errors, saver } = setUp();
  disk.isFull = true;
  saver.change({ theme: 'elegant', size: 18 });
  await vi.advanceTimersByTimeAsync(SAVE_RETRY_MS);
  expect(errors).toEqual(['storage.full', 'storage.full']);
  expect(saver.isFailing).toBe(true);
  disk.isFull = false;
  await vi.advanceTimersByTimeAsync(SAVE_RETRY_MS);
  expect(stored).toEqual({ theme: 'elegant', size: 18 });
  expect(errors.at(-1)).toBeNull();
  expect(saver.isFailing).toBe(false);
});

test('a_later_change_counts_and_takes_the_earlier_ones_along', async () => {
  const { stored, disk, saver } = setUp();
  disk.isFull = true;
  saver.change({ theme: 'elegant', size: 18 });
  saver.change({ size: 14 });
  await vi.advanceTimersByTimeAsync(0);
  disk.isFull = false;
  saver.change({ isCiteStatus: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(stored).toEqual({ theme: 'elegant', size: 14, isCiteStatus: true });
});
