/**
 * What scripts add to the pages of a site. Every page is complete without them.
 * Words come from the page, so that they are in its language.
 */

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
function closeDrawer() {
  const drawer = document.querySelector('.drawer');
  if (!(drawer instanceof HTMLDetailsElement)) return;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !drawer.open) return;
    drawer.open = false;
    drawer.querySelector('summary')?.focus();
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !drawer.contains(event.target)) drawer.open = false;
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
  for (const carousel of document.querySelectorAll('.carousel')) {
    const track = carousel.querySelector('.carousel-track');
    const steps = carousel.querySelector('.carousel-steps');
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

/** The link of the table of contents follows the reading. */
function followReading() {
  const lists = [...document.querySelectorAll('.contents')];
  const links = lists.flatMap((list) => [...list.querySelectorAll('a')]);
  const ids = links.map((link) => decodeURIComponent(link.hash.slice(1)));
  const headings = [...new Set(ids)]
    .map((id) => document.getElementById(id))
    .filter((heading) => heading !== null);
  if (headings.length === 0) return;
  const mark = () => {
    const line = window.innerHeight / 4;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line);
    const current = (passed.at(-1) ?? headings[0])?.id;
    links.forEach((link, index) => {
      if (ids[index] === current) link.setAttribute('aria-current', 'true');
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
      // Whether the money came, the server asks WeChat Pay: the page shows it.
      button.hidden = told === 'get_brand_wcpay_request:ok';
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
          copyNumber();
          payInApp();
          askForOrder();
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

/** Everything that the page can use. The frame of the preview calls it again when the page is another one. */
export function enhance() {
  switchColorScheme();
  stepSlides();
  followReading();
  const article = document.querySelector('.article[data-words]');
  if (!(article instanceof HTMLElement)) return;
  /** @type {Words} */
  const words = JSON.parse(article.dataset.words ?? '{}');
  linkHeadings(article, words);
  copyCode(article, words);
  zoomImages(article, words);
}

closeDrawer();
openSearchByKey();
copyNumber();
payInApp();
askForOrder();
enhance();
