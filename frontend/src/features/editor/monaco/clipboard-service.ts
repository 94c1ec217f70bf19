import { writeClipboard } from '../../../lib/browser/clipboard';

/**
 * Monaco's way to the clipboard.
 *
 * It takes the place of Monaco's `platform/clipboard/browser/clipboardService.js` (`vite.config.ts`): in WebKit that one
 * writes to the clipboard on every click and key, and so cancels what the page writes.
 * Only the button that copies a hint of the style sheets uses it. The copy keys are events that pass it by.
 */
export class BrowserClipboardService {
  writeText(text: string): Promise<void> {
    return writeClipboard('plain', Promise.resolve({ text }));
  }

  /** For snippets that name the clipboard. There are none, so nobody is asked. */
  readText(): Promise<string> {
    return Promise.resolve('');
  }
}
