import type { BrowserContext } from '@playwright/test';

/**
 * Lets every page of `context` be changed as browsers do when they translate one: each text node, also each that comes
 * later, gives its place to `<font><font>…</font></font>` with a text of its own. Nothing is put in other words, so that
 * what a journey looks for is still there. The nodes that the page has made are in it no more.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const KEPT = '[translate=no], .notranslate, script, style, textarea, title, svg, font font';
    const translate = (text: Text) => {
      const { parentElement, data } = text;
      if (data.trim() === '' || parentElement === null || parentElement.closest(KEPT) !== null)
        return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.append(data);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const walk = (root: Node) => {
      if (root instanceof Text) return translate(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
      texts.forEach(translate);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(walk);
    }).observe(document, { childList: true, subtree: true });
  });
}
