// Beside the editor's page: tells it that the extension is there, and takes its event to the background.

const EVENT = 'copyToMp';

const announce = () => {
  document.documentElement.dataset.moyanExtension = 'true';
};
if (document.documentElement) announce();
else document.addEventListener('readystatechange', announce, { once: true });

addEventListener(EVENT, (event) => {
  const content = event.detail?.content;
  if (typeof content === 'string') chrome.runtime.sendMessage({ type: EVENT, content });
});
