import { expect, test } from './base';
import { clickSource, isSaved, openEditor } from './editor-screen';

declare global {
  interface Window {
    nAsked: number;
  }
}

test('what_keeps_the_texts_is_asked_by_a_press_or_told_once_and_never_by_the_browser_alone', async ({
  tab,
  engineName,
}) => {
  // Firefox keeps what its author allows, Safari nothing: nobody answers a question of the browser here.
  const write = async () => {
    await openEditor(tab);
    await tab.evaluate((isKept) => {
      window.nAsked = 0;
      const persisted = () => Promise.resolve(false);
      const persist = () => {
        window.nAsked += 1;
        return Promise.resolve(isKept);
      };
      // WebKitGTK has none of it, over plain http.
      Object.defineProperty(navigator, 'storage', { value: { persisted, persist } });
    }, engineName !== 'webkit');
    await clickSource(tab);
    await tab.type('x');
    await isSaved(tab);
  };
  const nAsked = () => tab.evaluate(() => window.nAsked);
  const offer = tab.find({ role: 'button', name: '文章可能被清理' });
  const said = tab.find({ role: 'dialog' });
  await write();
  if (engineName === 'chromium') {
    await tab.waitFor(() => window.nAsked === 1);
    await offer.isGone();
    return;
  }
  await offer.click();
  if (engineName === 'firefox') {
    expect(await nAsked()).toBe(0);
    await said.find({ role: 'button', name: '允许长期保存' }).click();
    await tab.says('浏览器会长期保存你的文章');
    expect(await nAsked()).toBe(1);
    await offer.isGone();
  } else {
    await said.find({ text: /七天/ }).shows();
    expect(await said.find('li').count()).toBe(3);
    await said.find({ role: 'button', name: '下载备份' }).shows();
    await said.find({ role: 'button', name: '不再提示' }).click();
    await offer.isGone();
    await write();
    await tab.waitFor(() => window.nAsked === 1);
    await offer.isGone();
  }
});
