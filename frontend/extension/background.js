// Brings the finished article to the WeChat editor: the active tab if it is one, else the one that was used last.

const EVENT = 'copyToMp';
const WECHAT = 'https://mp.weixin.qq.com/cgi-bin/appmsg*';
const ASK = 'allow.html';

chrome.runtime.onMessage.addListener((message, sender) => {
  if (message?.type === EVENT && typeof message.content === 'string' && sender.origin) {
    void receive(sender.origin, message.content);
  }
  // Only the extension's own page answers the question.
  if (message?.type === 'allowed' && sender.url === chrome.runtime.getURL(ASK)) {
    void admit(message.origin);
  }
});

/** Any site may have a page at `/md`: the author says once which one is theirs. */
async function receive(origin, content) {
  const { allowed = [] } = await chrome.storage.local.get('allowed');
  if (allowed.includes(origin)) {
    await deliver(content);
    return;
  }
  const [open] = await chrome.tabs.query({ url: chrome.runtime.getURL(ASK) });
  const { waiting } = await chrome.storage.session.get('waiting');
  if (open?.id !== undefined && waiting !== undefined && waiting.origin !== origin) {
    // The author is about to answer for another site: that question stays as it is.
    await chrome.windows.update(open.windowId, { focused: true });
    return;
  }
  await chrome.storage.session.set({ waiting: { origin, content } });
  if (open?.id === undefined) {
    await chrome.windows.create({ url: ASK, type: 'popup', width: 460, height: 340 });
  } else {
    await chrome.tabs.reload(open.id);
    await chrome.windows.update(open.windowId, { focused: true });
  }
}

/** `origin`: the site that the author has read and allowed. */
async function admit(origin) {
  const { waiting } = await chrome.storage.session.get('waiting');
  if (waiting === undefined || waiting.origin !== origin) return;
  await chrome.storage.session.remove('waiting');
  const { allowed = [] } = await chrome.storage.local.get('allowed');
  await chrome.storage.local.set({ allowed: [...new Set([...allowed, waiting.origin])] });
  await deliver(waiting.content);
}

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
