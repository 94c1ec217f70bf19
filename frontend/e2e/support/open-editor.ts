import { keptContexts } from './base';
import { expect, test as fresh } from './editor';
import { type KeptEditor, type KeptTabs, keptTabs } from './kept-tabs';

interface Kept {
  tabs: KeptTabs;
  editor: KeptEditor;
}

const inKeptWindow = fresh.extend<Kept>({
  context: async ({ browser, locale, isMobile, hasTouch }, use) => {
    // The window has what the journeys of its file ask for: Playwright adds that to each new profile.
    const name = JSON.stringify({ locale, isMobile, hasTouch });
    await use(await keptContexts(browser).of(name));
  },
  tabs: async ({ context }, use) => await use(keptTabs(context)),
  page: async ({ editor }, use) => await use(editor.page),
});

/**
 * Journeys that open the editor by themselves: each as in a browser that has not been here, all of one worker in one
 * window. `editor.open` is the router's way to the editor, which reads and makes anew all but the code.
 *
 * - Who looks at the first load or at service workers, holds back code or prepares scripts for pages needs a fresh
 *   browser, see `editor.ts`.
 * - After a failure Playwright begins a new worker, and so a new window.
 */
export const emptied = inKeptWindow.extend<{ otherTab: KeptEditor }>({
  editor: async ({ tabs, viewport }, use) => {
    await tabs.reset();
    const editor = await tabs.at(0);
    if (viewport !== null) await editor.page.setViewportSize(viewport);
    await use(editor);
    expect(editor.errors).toEqual([]);
  },
  /** A second tab of the same browser, which shows something else at first. */
  otherTab: async ({ editor, tabs }, use) => {
    const other = await tabs.at(1);
    const size = editor.page.viewportSize();
    if (size !== null) await other.page.setViewportSize(size);
    await use(other);
  },
});

/**
 * Tests of what is typed: the editor stands open, and its text is empty at the start of each.
 *
 * The article is the same one throughout: whoever looks at storage, documents or settings begins with {@link emptied}.
 */
export const test = inKeptWindow.extend({
  editor: async ({ tabs, viewport, isMobile }, use) => {
    let editor = await tabs.at(0);
    if (!editor.isPlain) {
      await tabs.reset();
      editor = await tabs.at(0);
      if (viewport !== null) await editor.page.setViewportSize(viewport);
      await editor.open();
      editor.isPlain = true;
    } else if (viewport !== null) await editor.page.setViewportSize(viewport);
    if (isMobile) await editor.textBox.fill('');
    else await editor.write('');
    await use(editor);
    expect(editor.errors).toEqual([]);
  },
});

export { expect };
