import type { EditorScreen } from './editor';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Pastes an image at the cursor, as from a screenshot. */
export async function pasteImage(editor: EditorScreen): Promise<void> {
  await editor.focusSource();
  const { page } = editor;
  await page.evaluate((data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    );
  }, PNG.toString('base64'));
}

/** Width of the first image of the preview, in pixels of its own; 0 while it is not shown. */
export function widthOf({ article }: EditorScreen): Promise<number> {
  return article
    .locator('img')
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth);
}
