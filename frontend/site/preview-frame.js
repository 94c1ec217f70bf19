/**
 * The empty frame of the console's preview. It shows the HTML that its parent sends, and tells what was clicked.
 *
 * From the parent: `{ type: 'page', html }`, `{ type: 'field', field }` to scroll to a setting.
 * To the parent: `{ type: 'ready' }`, `{ type: 'shown' }`, `{ type: 'field', field }` for a click,
 * `{ type: 'link', href }` for a link of the site, `{ type: 'edit', documentId }` to write on a document.
 */

const { parent: consoleOrigin, development } = document.documentElement.dataset;
/** Servers of developers have any port. */
const ofThisMachine = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/;

/** @param {string} origin */
function isConsole(origin) {
  return origin === consoleOrigin || (development !== undefined && ofThisMachine.test(origin));
}

/**
 * Whoever frames the page may hear what is said: the policy lets nobody but the console frame it.
 * @param {object} message
 */
function tell(message) {
  parent.postMessage(message, '*');
}

/**
 * Waits until style sheets are there, so that nothing flashes.
 * @param {HTMLLinkElement} link
 */
function loaded(link) {
  return new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', resolve, { once: true });
  });
}

/** @returns {Promise<typeof import('./site.js')>} */
function siteScript() {
  return import(document.documentElement.dataset.script ?? '');
}

/** @param {string} fragment */
async function scrollToFragment(fragment) {
  const { elementOf } = await siteScript();
  elementOf(fragment)?.scrollIntoView();
}

let latest = 0;

/** @param {string} html */
async function show(html) {
  latest += 1;
  const turn = latest;
  const next = new DOMParser().parseFromString(html, 'text/html');
  // Scripts of the page do not run from here: the frame brings its own.
  for (const script of next.querySelectorAll('script')) script.remove();
  const present = [...document.querySelectorAll('link[rel=stylesheet]')];
  const wanted = [...next.querySelectorAll('link[rel=stylesheet]')].map(
    (link) => link.getAttribute('href') ?? '',
  );
  const added = wanted
    .filter((href) => !present.some((link) => link.getAttribute('href') === href))
    .map((href) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      const isLoaded = loaded(link);
      document.head.append(link);
      return isLoaded;
    });
  await Promise.all(added);
  if (turn !== latest) return;
  for (const link of present) {
    if (!wanted.includes(link.getAttribute('href') ?? '')) link.remove();
  }
  const root = document.documentElement;
  root.lang = next.documentElement.lang;
  const { theme } = next.documentElement.dataset;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.setAttribute('data-fixed-theme', '');
  const { scrollX, scrollY } = window;
  document.title = next.title;
  document.body.className = next.body.className;
  document.body.replaceChildren(...next.body.childNodes);
  scrollTo(scrollX, scrollY);
  const { enhance } = await siteScript();
  enhance();
  tell({ type: 'shown' });
}

addEventListener('message', (event) => {
  if (event.source !== parent || !isConsole(event.origin)) return;
  const message = event.data;
  if (message?.type === 'page' && typeof message.html === 'string') void show(message.html);
  if (message?.type === 'field' && typeof message.field === 'string') scrollToField(message.field);
});

/**
 * The element of a setting, else that of the settings around it.
 * @param {string} field
 */
function scrollToField(field) {
  let path = field;
  while (path !== '') {
    const element = document.querySelector(`[data-field="${CSS.escape(path)}"]`);
    if (element) {
      element.scrollIntoView({ block: 'center', behavior: 'smooth' });
      return;
    }
    const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
    path = end > 0 ? path.slice(0, end) : '';
  }
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest('a');
  if (link) event.preventDefault();
  const field = event.target.closest('[data-field]')?.getAttribute('data-field');
  const href = link?.getAttribute('href') ?? '';
  if (link?.dataset.edit) tell({ type: 'edit', documentId: link.dataset.edit });
  else if (field) tell({ type: 'field', field });
  else if (/^#./.test(href)) void scrollToFragment(href);
  else if (link) tell({ type: 'link', href: link.getAttribute('href') });
});
document.addEventListener('submit', (event) => event.preventDefault());

tell({ type: 'ready' });
