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

/** The slash opens the search, as on many sites of documents. */
function openSearchByKey() {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]'))
      return;
    const field = document.querySelector('.search-form input');
    const link = document.querySelector('.search-link');
    if (field instanceof HTMLElement) {
      event.preventDefault();
      field.focus();
    } else if (link instanceof HTMLElement) {
      event.preventDefault();
      link.click();
    }
  });
}

/** Buttons of the slides. Nothing moves by itself. */
function stepSlides() {
  for (const slides of document.querySelectorAll('.slides')) {
    const track = slides.querySelector('.slides-track');
    const steps = slides.querySelector('.slides-steps');
    if (!(track instanceof HTMLElement) || !(steps instanceof HTMLElement)) continue;
    steps.hidden = false;
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
  ]);
}

/** Everything that the page can use. The frame of the preview calls it again when the page is another one. */
export function enhance() {
  eachByItself([switchColorScheme, stepSlides, followReading, enhanceArticle]);
}

eachByItself([
  renewKeptPage,
  closeMenu,
  openSearchByKey,
  copyNumber,
  payInApp,
  askForOrder,
  openFragment,
  enhance,
]);
