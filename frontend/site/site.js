/**
 * What scripts add to the pages of a site. Every page is complete without them.
 * Words come from the page, so that they are in its language.
 */

/**
 * A page that the browser kept while another one was shown comes back as it was. Where somebody is logged in, or was
 * meanwhile, it is asked for again: its head says who reads, and its text may be for members.
 */
function renewKeptPage() {
  const link = document.querySelector('.menu-account');
  if (!(link instanceof HTMLAnchorElement)) return;
  const isLoggedIn = link.pathname.endsWith('/account');
  noteLogin(isLoggedIn);
  addEventListener('pageshow', (event) => {
    if (!event.persisted || !(isLoggedIn || isSomebodyLoggedIn())) return;
    document.documentElement.style.visibility = 'hidden';
    location.reload();
  });
}

/**
 * A page that answers a form takes the address that shows it without the form: who reloads it or comes back to it is not
 * asked whether the form shall be sent again.
 */
function leaveForm() {
  const { again } = document.body.dataset;
  if (again) history.replaceState(null, '', again);
}

const LOGGED_IN = 'is-logged-in';

/** @param {boolean} isLoggedIn */
function noteLogin(isLoggedIn) {
  try {
    if (isLoggedIn) localStorage.setItem(LOGGED_IN, 'true');
    else localStorage.removeItem(LOGGED_IN);
  } catch {
    // Storage may be forbidden: then nobody knows.
  }
}

/** What the page that was shown last has noted; true where nobody knows. */
function isSomebodyLoggedIn() {
  try {
    return localStorage.getItem(LOGGED_IN) !== null;
  } catch {
    return true;
  }
}

/** The button that switches between light and dark. */
function switchColorScheme() {
  const root = document.documentElement;
  const button = document.querySelector('.scheme-button');
  if (!(button instanceof HTMLElement) || root.hasAttribute('data-fixed-theme')) return;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  const say = () => button.setAttribute('aria-pressed', String(isDark()));
  button.hidden = false;
  say();
  system.addEventListener('change', say);
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    root.dataset.theme = next;
    try {
      localStorage.setItem('color-scheme', next);
    } catch {
      // It holds for this page only.
    }
    say();
  });
}

/** The menu of phones closes with Escape, and when something else is clicked. */
function closeMenu() {
  const menu = document.querySelector('.menu');
  if (!(menu instanceof HTMLDetailsElement)) return;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
}

/** @typedef {{ title: string, placeholder: string, hint: string, all: string, busy: string, failed: string, close: string }} SearchWords */

/** The slash and Ctrl or Cmd K open the search, as on many sites of documents; so does the link at the head. */
function openSearchByKey() {
  const link = document.querySelector('.search-link');
  const field = document.querySelector('.search .search-form input');
  const open = () => {
    if (field instanceof HTMLElement) field.focus();
    else if (link instanceof HTMLAnchorElement) openSearch(link);
    else return false;
    return true;
  };
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.isComposing) return;
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]');
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping;
    if ((isShortcut || isSlash) && !document.querySelector('dialog[open]') && open()) {
      event.preventDefault();
    }
  });
  link?.addEventListener('click', (event) => {
    // With a key the link opens in another window, as links do.
    const isPlain =
      event instanceof MouseEvent && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isPlain && hasDialogs() && open()) event.preventDefault();
  });
}

function hasDialogs() {
  return 'showModal' in HTMLDialogElement.prototype;
}

/** Proposals that the dialog shows; the page of the search has all. */
const PROPOSALS = 8;
/** Milliseconds without a letter before the server is asked. */
const TYPING_MS = 250;

/**
 * The dialog of the search. It shows what the page of the search answers, so it finds what its reader may see.
 * @param {HTMLAnchorElement} link
 */
function openSearch(link) {
  if (!hasDialogs()) {
    link.click();
    return;
  }
  /** @type {SearchWords} */
  const words = JSON.parse(link.dataset.words ?? '{}');
  const { dialog, form, field, note, list } = drawSearch(link, words);
  /** @param {number} step */
  const choose = (step) => {
    const options = [...list.children];
    const last = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const next =
      last < 0 && step < 0 ? options.length - 1 : (last + step + options.length) % options.length;
    options.forEach((option, index) => {
      option.setAttribute('aria-selected', String(index === next));
      if (index === next) option.scrollIntoView({ block: 'nearest' });
    });
    field.setAttribute('aria-activedescendant', options[next]?.id ?? '');
  };
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    // A field of a search would only be emptied.
    if (event.key === 'Escape') {
      event.preventDefault();
      dialog.close();
    }
    if (list.children.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      const chosen = list.querySelector('[aria-selected="true"]');
      if (!(chosen instanceof HTMLElement)) return;
      event.preventDefault();
      chosen.click();
    }
  });
  // A link to the page that is shown leads to a place in it.
  list.addEventListener('click', () => dialog.close());
  askWhileTyping(field, link, words, (text, hits) => {
    note.textContent = text;
    list.replaceChildren(...hits);
    field.setAttribute('aria-expanded', String(hits.length > 0));
    field.removeAttribute('aria-activedescendant');
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    link.focus();
  });
  form.addEventListener('submit', (event) => {
    if (field.value.trim() === '') event.preventDefault();
  });
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
}

/**
 * @param {HTMLAnchorElement} link
 * @param {SearchWords} words
 */
function drawSearch(link, words) {
  const dialog = document.createElement('dialog');
  const form = document.createElement('form');
  const field = document.createElement('input');
  const all = document.createElement('button');
  const close = document.createElement('button');
  const note = document.createElement('p');
  const list = document.createElement('div');
  dialog.className = 'search-dialog';
  dialog.setAttribute('aria-label', words.title);
  form.className = 'search-form';
  form.action = link.href;
  form.setAttribute('role', 'search');
  Object.assign(field, {
    type: 'search',
    name: 'q',
    maxLength: 100,
    placeholder: words.placeholder,
  });
  field.autocomplete = 'off';
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-label', words.title],
    ['aria-autocomplete', 'list'],
    ['aria-controls', 'search-proposals'],
    ['aria-expanded', 'false'],
    ['enterkeyhint', 'search'],
  ]) {
    field.setAttribute(name ?? '', value ?? '');
  }
  all.type = 'submit';
  all.className = 'button button-primary';
  all.textContent = words.all;
  close.type = 'button';
  close.className = 'search-close';
  close.textContent = words.close;
  close.addEventListener('click', () => dialog.close());
  note.className = 'search-note';
  note.setAttribute('role', 'status');
  note.textContent = words.hint;
  list.id = 'search-proposals';
  list.className = 'hits';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', words.title);
  const icon = link.querySelector('.icon');
  form.append(...(icon ? [icon.cloneNode(true)] : []), field, close);
  dialog.append(form, note, list, all);
  all.setAttribute('form', 'search-dialog-form');
  form.id = 'search-dialog-form';
  return { dialog, form, field, note, list };
}

/**
 * Asks the page of the search when nothing was typed for a moment. The last question has the last word.
 * @param {HTMLInputElement} field
 * @param {HTMLAnchorElement} link
 * @param {SearchWords} words
 * @param {(text: string, hits: Element[]) => void} show
 */
function askWhileTyping(field, link, words, show) {
  /** @type {Map<string, { text: string, html: string }>} */
  const known = new Map();
  let timer = 0;
  let asked = new AbortController();
  /** @param {string} question */
  const ask = async (question) => {
    asked = new AbortController();
    const { signal } = asked;
    try {
      const found = known.get(question) ?? (await fetchHits(link.href, question, signal));
      if (found === null) show(words.busy, []);
      else {
        known.set(question, found);
        show(found.text, proposalsOf(found.html));
      }
    } catch {
      if (!signal.aborted) show(words.failed, []);
    }
  };
  field.addEventListener('input', (event) => {
    // Letters of an input method are no question yet.
    if (event instanceof InputEvent && event.isComposing) return;
    plan();
  });
  field.addEventListener('compositionend', () => plan());
  const plan = () => {
    clearTimeout(timer);
    asked.abort();
    const question = field.value.trim();
    if (question === '') show(words.hint, []);
    else timer = window.setTimeout(() => void ask(question), known.has(question) ? 0 : TYPING_MS);
  };
}

/**
 * What the page of the search says to a question; null when it was asked too often.
 * @param {string} address
 * @param {string} question
 * @param {AbortSignal} signal
 */
async function fetchHits(address, question, signal) {
  const answer = await fetch(`${address}?q=${encodeURIComponent(question)}`, { signal });
  if (answer.status === 429) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const main = page.querySelector('.search');
  return {
    text: main?.querySelector('.search-note')?.textContent ?? '',
    html: main?.querySelector('.hits')?.innerHTML ?? '',
  };
}

/**
 * The first hits of the page as options of a list.
 * @param {string} html
 */
function proposalsOf(html) {
  const list = new DOMParser().parseFromString(html, 'text/html').body;
  return [...list.children].slice(0, PROPOSALS).map((hit, index) => {
    const found = document.importNode(hit, true);
    const link = found.querySelector('a');
    const option = document.createElement('a');
    option.id = `search-proposal-${index}`;
    option.className = 'hit';
    option.href = link?.href ?? '';
    option.tabIndex = -1;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    // The whole option is the link.
    link?.replaceWith(...link.childNodes);
    option.append(...found.childNodes);
    return option;
  });
}

/** Buttons of the slides, and dots that say where one is. Nothing moves by itself. */
function stepSlides() {
  for (const slides of document.querySelectorAll('.slides')) {
    const track = slides.querySelector('.slides-track');
    const steps = slides.querySelector('.slides-steps');
    if (!(track instanceof HTMLElement) || !(steps instanceof HTMLElement)) continue;
    steps.hidden = false;
    markSlide(slides, track);
    steps.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (!button) return;
      const last = track.children.length - 1;
      const current = Math.round(track.scrollLeft / track.clientWidth);
      const next = current + Number(button.dataset.step);
      const place = next < 0 ? last : next > last ? 0 : next;
      const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
      track.scrollTo({ left: place * track.clientWidth, behavior });
    });
  }
}

/**
 * A dot for each slide; that of the slide that is seen stands out. The slides themselves say their numbers.
 * @param {Element} slides
 * @param {HTMLElement} track
 */
function markSlide(slides, track) {
  const dots = document.createElement('div');
  dots.className = 'slides-dots';
  dots.ariaHidden = 'true';
  dots.append(...Array.from(track.children, () => document.createElement('span')));
  slides.append(dots);
  const mark = () => {
    const current = Math.round(track.scrollLeft / track.clientWidth);
    for (const [index, dot] of [...dots.children].entries()) {
      dot.classList.toggle('is-current', index === current);
    }
  };
  track.addEventListener('scroll', mark, { passive: true });
  mark();
}

/**
 * What a fragment names, also when it was encoded twice, as programs do that share links.
 * @param {string} fragment with its `#`
 */
export function elementOf(fragment) {
  let name = fragment.slice(1);
  for (let n = 0; n < 2 && name !== ''; n += 1) {
    try {
      name = decodeURIComponent(name);
    } catch {
      // It stands for itself.
    }
    const element = document.getElementById(name);
    if (element) return element;
  }
  return null;
}

/** A fragment that was encoded twice leads to its place, and is written as it should be. */
function openFragment() {
  const open = () => {
    const element = elementOf(location.hash);
    const fragment = `#${encodeURIComponent(element?.id ?? '')}`;
    if (!element || document.querySelector(':target') !== null) return;
    if (location.hash !== fragment) location.replace(fragment);
    // Firefox does not go to a fragment that is corrected while the page loads.
    element.scrollIntoView();
  };
  addEventListener('hashchange', open);
  addEventListener('load', open);
  open();
}

/** The link of the table of contents follows the reading. */
function followReading() {
  const lists = [...document.querySelectorAll('.contents')];
  const links = lists.flatMap((list) => [...list.querySelectorAll('a')]);
  const targets = links.map((link) => elementOf(link.hash));
  const headings = [...new Set(targets)].filter((heading) => heading !== null);
  if (headings.length === 0) return;
  const mark = () => {
    const line = window.innerHeight / 4;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line);
    const current = passed[passed.length - 1] ?? headings[0];
    links.forEach((link, index) => {
      if (targets[index] === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px' });
  for (const heading of headings) observer.observe(heading);
  mark();
}

/** @typedef {{ copy: string, copied: string, link: string, enlarge: string, close: string }} Words */

/**
 * A link beside every heading.
 * @param {Element} article
 * @param {Words} words
 */
function linkHeadings(article, words) {
  for (const heading of article.querySelectorAll(':is(h2, h3, h4)[id]')) {
    if (heading.textContent?.trim() === '') continue;
    const link = document.createElement('a');
    link.className = 'anchor';
    link.href = `#${encodeURIComponent(heading.id)}`;
    link.textContent = '#';
    link.setAttribute('aria-label', `${words.link}: ${heading.textContent}`);
    heading.append(link);
  }
}

/**
 * A button that copies the code of a block.
 * @param {Element} article
 * @param {Words} words
 */
function copyCode(article, words) {
  for (const block of article.querySelectorAll('.code-block')) {
    const code = block.querySelector('code');
    if (!code || !navigator.clipboard) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-code';
    button.textContent = words.copy;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code.textContent ?? '');
      button.textContent = words.copied;
      setTimeout(() => {
        button.textContent = words.copy;
      }, 2000);
    });
    block.append(button);
  }
}

/**
 * Pictures open in full size.
 * @param {Element} article
 * @param {Words} words
 */
function zoomImages(article, words) {
  if (!('showModal' in HTMLDialogElement.prototype)) return;
  for (const image of article.querySelectorAll('img')) {
    if (image.closest('a')) continue;
    image.classList.add('zoomable');
    image.tabIndex = 0;
    image.setAttribute('role', 'button');
    image.setAttribute('aria-label', image.alt ? `${words.enlarge}: ${image.alt}` : words.enlarge);
    image.addEventListener('click', () => zoom(image, words));
    image.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      zoom(image, words);
    });
  }
}

/**
 * @param {HTMLImageElement} image
 * @param {Words} words
 */
function zoom(image, words) {
  const dialog = document.createElement('dialog');
  const close = document.createElement('button');
  const large = document.createElement('img');
  dialog.className = 'zoom';
  dialog.setAttribute('aria-label', image.alt || words.enlarge);
  close.type = 'button';
  close.textContent = words.close;
  large.src = image.currentSrc || image.src;
  large.alt = image.alt;
  dialog.append(large, close);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    image.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** A button that copies the number of an order. */
function copyNumber() {
  const button = document.querySelector('.copy-number');
  const number = document.querySelector('.remark-number');
  if (!(button instanceof HTMLElement) || !number || !navigator.clipboard) return;
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(number.textContent ?? '');
    button.textContent = button.dataset.copied ?? words;
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  });
}

/**
 * A button that opens WeChat's own payment, inside WeChat. It opens by itself when the order was just made.
 * Source: pay.weixin.qq.com/doc/v3/merchant/4012791857.
 */
function payInApp() {
  const button = document.querySelector('.pay-in-app');
  const failed = document.querySelector('.pay-in-app-failed');
  if (!(button instanceof HTMLElement) || !(failed instanceof HTMLElement)) return;
  const pay = () => {
    failed.hidden = true;
    const call = JSON.parse(button.dataset.call ?? '{}');
    // @ts-expect-error WeChat puts it into the page.
    WeixinJSBridge.invoke('getBrandWCPayRequest', call, ({ err_msg: told }) => {
      // Whether the money came, the server asks WeChat Pay.
      if (told === 'get_brand_wcpay_request:ok') location.replace('?back=1');
      failed.hidden = told !== 'get_brand_wcpay_request:fail';
    });
  };
  const begin = () => {
    if ('WeixinJSBridge' in window) pay();
    else document.addEventListener('WeixinJSBridgeReady', pay, { once: true });
  };
  button.hidden = false;
  button.addEventListener('click', begin);
  if ('opensNow' in button.dataset) begin();
}

/**
 * The page of an order that waits is asked for again, and shown when its state is another one.
 * Without scripts the page reloads by itself.
 */
function askForOrder() {
  const order = document.querySelector('.order[data-asks-again-s]');
  if (!(order instanceof HTMLElement)) return;
  const wait = Number(order.dataset.asksAgainS) * 1000;
  const ask = async () => {
    // Who is typing, or looks at another window, is not disturbed.
    const isTyping = document.activeElement?.closest('.note-form') ?? null;
    if (!document.hidden && isTyping === null) {
      try {
        const answer = await fetch(location.pathname, { cache: 'no-store' });
        if (!answer.ok) throw new Error(String(answer.status));
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const now = page.querySelector('.order');
        if (now instanceof HTMLElement && now.dataset.state !== order.dataset.state) {
          document.title = page.title;
          order.replaceWith(now);
          eachByItself([copyNumber, payInApp, askForOrder]);
          return;
        }
      } catch {
        // The next question may be answered.
      }
    }
    setTimeout(ask, wait);
  };
  setTimeout(ask, wait);
}

/**
 * What a browser lacks, or a page, ends one enhancement and no other. The error is reported as if nobody had caught it.
 * @param {(() => void)[]} enhancements
 */
function eachByItself(enhancements) {
  for (const enhancement of enhancements) {
    try {
      enhancement();
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}

/** What is wider than the column is scrolled by keys as well; not every browser lets it have the focus by itself. */
function reachWideParts() {
  const parts = document.querySelectorAll(
    '.article :is(.code-body code, .table, .math-block, .math-long, .diagram, .diagram pre)',
  );
  const mark = () => {
    for (const part of parts) {
      if (part.scrollWidth > part.clientWidth) part.setAttribute('tabindex', '0');
      else part.removeAttribute('tabindex');
    }
  };
  mark();
  addEventListener('resize', mark);
}

/** What the text of an article can use. */
function enhanceArticle() {
  const article = document.querySelector('.article[data-words]');
  if (!(article instanceof HTMLElement)) return;
  /** @type {Words} */
  const words = JSON.parse(article.dataset.words ?? '{}');
  eachByItself([
    () => linkHeadings(article, words),
    () => copyCode(article, words),
    () => zoomImages(article, words),
    reachWideParts,
  ]);
}

/** Everything that the page can use. The frame of the preview calls it again when the page is another one. */
export function enhance() {
  eachByItself([switchColorScheme, stepSlides, followReading, enhanceArticle]);
}

eachByItself([
  leaveForm,
  renewKeptPage,
  closeMenu,
  openSearchByKey,
  copyNumber,
  payInApp,
  askForOrder,
  openFragment,
  enhance,
]);
