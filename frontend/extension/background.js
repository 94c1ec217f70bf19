// Brings the finished article to the WeChat editor: the active tab if it is one, else the one that was used last.

const EVENT = 'copyToMp';
const WECHAT = 'https://mp.weixin.qq.com/cgi-bin/appmsg*';

chrome.runtime.onMessage.addListener((message, sender) => {
  if (message?.type !== EVENT || typeof message.content !== 'string') return;
  // Only a page beside which `editor.js` runs may send.
  if (sender.id !== chrome.runtime.id) return;
  void deliver(message.content);
});

async function deliver(content) {
  const tabs = await chrome.tabs.query({ url: WECHAT });
  const target =
    tabs.find((tab) => tab.active) ??
    tabs.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0];
  if (target?.id === undefined) {
    await chrome.tabs.create({ url: 'https://mp.weixin.qq.com/' });
    return;
  }
  await chrome.tabs.sendMessage(target.id, { type: EVENT, content });
  await chrome.tabs.update(target.id, { active: true });
}
