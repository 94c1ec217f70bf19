import { cleanup } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** Removes what was rendered once the messages that leave are gone: their timers would outlive the document of the test. */
export async function cleanupToasts(): Promise<void> {
  await vi.waitFor(() => {
    expect(document.querySelector('[data-sonner-toast][data-removed=true]')).toBeNull();
  });
  cleanup();
}
