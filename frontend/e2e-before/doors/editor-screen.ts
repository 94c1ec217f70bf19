import { putArticle } from '../support/storage';
import type { Place } from './drive/place';
import type { GivenFile, Tab } from './drive/tab';

/** The article in the preview. */
export function article(tab: Tab): Place {
  return tab.frame('[data-testid=preview] iframe').find('section.article');
}

/** Opens the editor and waits for the article and for Monaco. */
export async function openEditor(tab: Tab): Promise<void> {
  await tab.open('/md');
  await editorIsReady(tab);
}

export async function editorIsReady(tab: Tab): Promise<void> {
  await article(tab).shows();
  await tab.find('[data-testid=source] .monaco-editor .view-line').shows();
}

/** Puts the cursor into the source with a click. */
export function clickSource(tab: Tab): Promise<void> {
  return tab.find('[data-testid=source] .view-line').click();
}

/** Replaces the whole text of the article. */
export async function write(tab: Tab, text: string): Promise<void> {
  await clickSource(tab);
  await tab.press('Mod+A');
  await tab.press('Delete');
  if (text !== '') await tab.insertText(text);
}

export function isSaved(tab: Tab): Promise<void> {
  return tab.find('[data-testid=save-state][data-state=saved]').shows();
}

/** The first copy for WeChat is under way once this is done; the page says when it is there. */
export async function copyForWechat(tab: Tab): Promise<void> {
  await tab.find({ role: 'button', name: '复制到公众号' }).click();
  await tab.says('已复制，去公众号后台粘贴即可');
}

/** Opens the menu over all documents and picks an entry. */
export async function inDocumentsMenu(tab: Tab, entry: string): Promise<void> {
  await tab.find({ role: 'button', name: '更多文章操作' }).click();
  await tab.find({ role: 'menuitem', name: entry }).click();
}

/** Picks an entry of that menu which asks for files, and chooses them. */
export function chooseInMenu(tab: Tab, entry: string, files: readonly GivenFile[]): Promise<void> {
  return tab.chooseFiles(() => inDocumentsMenu(tab, entry), '[data-testid=choose-files]', files);
}

/** A document in the tree. */
export function documentRow(tab: Tab, title: string): Place {
  return tab.find({ role: 'treeitem', name: title });
}

/** Opens the editor on a text that its storage holds already: for texts that are long to type. */
export async function openWith(tab: Tab, text: string): Promise<void> {
  await tab.open('/robots.txt');
  await tab.evaluate(putArticle, text);
  await tab.open('/md');
  await article(tab).shows();
}
