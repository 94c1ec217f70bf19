// Beside the WeChat editor: hands the message to the page's own world, where the editor can be reached.

const EVENT = 'copyToMp';

chrome.runtime.onMessage.addListener((message) => {
  if (message?.type !== EVENT || typeof message.content !== 'string') return;
  const failed = chrome.i18n.getMessage('failed');
  window.postMessage(
    { source: 'moyan', type: EVENT, content: message.content, failed },
    location.origin,
  );
});
