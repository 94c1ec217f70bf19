import type { EditorScreen } from './editor';
import { settled } from './settled';

/** Numbers of the sections whose headings the source shows. */
export async function sections(editor: EditorScreen): Promise<number[]> {
  const lines = await editor.source.locator('.view-line').allTextContents();
  return lines.flatMap((line) => /第.(\d+).节/.exec(line)?.[1] ?? []).map(Number);
}

/** Whether the preview shows a heading that the source shows. */
export async function isTogether(editor: EditorScreen): Promise<boolean> {
  const shown = await sections(editor);
  const boxes = await Promise.all(
    shown.map((section) => editor.article.locator('h2').nth(section).boundingBox()),
  );
  return boxes.some((box) => box !== null && box.y > 90 && box.y < 860);
}

/** Moves the cursor of the source down by so many screens, and waits until the source has come there. */
export async function pageDown(editor: EditorScreen, times: number) {
  const { page } = editor;
  await page.getByTestId('source').locator('textarea, .native-edit-context').first().focus();
  for (let i = 0; i < times; i += 1) await page.keyboard.press('PageDown');
  await settled(page, async () => (await sections(editor)).join());
}

/** Scroll position of the preview. */
export function previewTop(editor: EditorScreen): Promise<number> {
  return editor.article.evaluate((root) => root.ownerDocument.documentElement.scrollTop);
}
