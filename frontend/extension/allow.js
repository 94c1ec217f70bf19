// Asks the author whether a site may bring articles.

document.documentElement.lang = chrome.i18n.getUILanguage();
document.title = chrome.i18n.getMessage('name');
for (const element of document.querySelectorAll('[data-message]')) {
  element.textContent = chrome.i18n.getMessage(element.dataset.message);
}

const origin = document.querySelector('#origin');
void chrome.storage.session.get('waiting').then(({ waiting }) => {
  origin.textContent = waiting?.origin ?? '';
});

document.querySelector('#refuse').addEventListener('click', async () => {
  await chrome.storage.session.remove('waiting');
  window.close();
});

document.querySelector('#allow').addEventListener('click', async () => {
  await chrome.runtime.sendMessage({ type: 'allowed', origin: origin.textContent });
  window.close();
});
