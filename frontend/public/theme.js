// Sets theme and language of the page before the first paint, and starts the program of a screen that the build has rendered.
// What is said while it is on its way, and when it does not arrive, is in startup-notices.js.
//
// `ui_theme`, `locale` and `token` are written by src/storage. The build names the program in `meta[name=program]`.
(() => {
  let chosen = null;
  let language = null;
  let hasSession = false;
  let canKeep = false;
  const asked = new URLSearchParams(location.search);
  try {
    chosen = localStorage.getItem('ui_theme');
    hasSession = localStorage.getItem('token') !== null;
    const named = asked.get('lang');
    language = ['zh-CN', 'en'].includes(named) ? named : localStorage.getItem('locale');
    localStorage.setItem('probe', '1');
    localStorage.removeItem('probe');
    canKeep = true;
  } catch {
    // A browser that forbids storage follows the system.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  if (!['zh-CN', 'en'].includes(language)) {
    // Who has never chosen: the first of the browser's languages that is one of ours, as in src/storage/local.ts.
    language = navigator.languages.find((name) => /^(zh|en)(-|$)/i.test(name)) ?? 'zh-CN';
  }
  // Of the screens that the build has rendered, the style sheet of the page shows the one in this language.
  document.documentElement.lang = /^en/i.test(language) ? 'en' : 'zh-CN';
  // A screen that the build has rendered waits for the program only when somebody does something: until then there is
  // nothing that it would do. Who has a session sees another screen, and waits for it from the beginning.
  const root = document.documentElement;
  const program = document.querySelector('meta[name="program"]');
  if (program === null) {
    fetchAhead();
    return;
  }
  // Readers and translators that look at the whole page find one language only.
  addEventListener('DOMContentLoaded', () => {
    for (const screen of document.querySelectorAll('.rendered-screen')) {
      if (screen.lang !== root.lang) screen.remove();
    }
  });
  // What a login says depends on these.
  root.toggleAttribute('data-redirect', /^\/(?!\/)/.test(asked.get('redirect') ?? ''));
  root.toggleAttribute('data-unkept', !canKeep);
  const SIGNS = [
    'pointermove',
    'pointerdown',
    'touchstart',
    'wheel',
    'scroll',
    'keydown',
    'focusin',
    'hashchange',
  ];
  /** After the page is there, for those who only look at it: menus and forms are then ready before they are used. */
  const PAUSE_MS = 3000;
  /** The try that is under way. */
  let fetching = null;
  let isLost = false;
  let isRunning = false;

  function start(event) {
    // Browsers report a pointer that rests where the page appears; it has not moved.
    const isAtRest = event?.type === 'pointermove' && !event.movementX && !event.movementY;
    // After a failure only what wants an answer tries again.
    const isIdle = isLost && event !== undefined && !/pointerdown|keydown/.test(event.type);
    if (isRunning || fetching !== null || isAtRest || isIdle) return;
    load();
  }

  /**
   * Fetches all files of the first screen, and then runs the program, which finds them in the browser's cache.
   *
   * A script that fails to arrive, or hangs, stays so under its address for as long as the page lives. What is fetched
   * can be given up and fetched again.
   */
  async function load() {
    fetching?.abort();
    const current = new AbortController();
    fetching = current;
    isLost = false;
    try {
      await Promise.all(filesOfScreen().map((file) => fetchWhole(file, current.signal)));
    } catch (error) {
      if (fetching !== current) return;
      current.abort();
      fetching = null;
      isLost = true;
      tell('lost', { isOld: error.isOld === true });
      return;
    }
    if (fetching !== current) return;
    isRunning = true;
    for (const sign of SIGNS) removeEventListener(sign, start, true);
    if (document.readyState === 'loading')
      addEventListener('DOMContentLoaded', run, { once: true });
    else run();
  }

  async function fetchWhole(file, signal) {
    const answer = await fetch(file, { signal, credentials: 'same-origin' });
    // The names of files change with the version.
    if (!answer.ok) throw Object.assign(new Error(file), { isOld: answer.status === 404 });
    await answer.arrayBuffer();
  }

  function run() {
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = program.content;
    document.head.append(script);
  }

  /** Says what becomes of the start, for startup-notices.js. */
  function tell(state, detail = {}) {
    dispatchEvent(new CustomEvent('startup', { detail: { state, ...detail } }));
  }

  /** What answers a press in the program, but for links. */
  const CONTROLS =
    'button:not([type="submit"]), input[type="radio"], [role="radio"], [role="tab"], [role="switch"]';
  let nDone = 0;

  /** Notes what a visitor does in a rendered screen; src/app/startup.ts does it again, in this order. */
  function note(element, name) {
    if (element.dataset[name] !== undefined) return;
    nDone += 1;
    element.dataset[name] = nDone;
    element.setAttribute('aria-busy', 'true');
    root.dataset.waiting = '';
    tell('waiting');
    start();
  }

  function inRenderedScreen({ target }) {
    return target instanceof Element && target.closest('.rendered-screen') !== null;
  }

  addEventListener('submit', (event) => {
    if (!inRenderedScreen(event)) return;
    const button = event.target.querySelector('[type="submit"]');
    if (button?.dataset.working !== undefined) button.textContent = button.dataset.working;
    note(event.target, 'submitted');
  });
  addEventListener('click', (event) => {
    if (!inRenderedScreen(event)) return;
    const control = event.target.closest(CONTROLS);
    if (control !== null) note(control, 'pressed');
    const link = event.target.closest('a[href]');
    if (link !== null) carryRedirect(link);
    if (link === null || event.defaultPrevented || !opensHere(link, event)) return;
    link.setAttribute('aria-busy', 'true');
    root.dataset.waiting = '';
    tell('leaving', { href: link.href });
  });
  addEventListener('keydown', (event) => {
    if (!inRenderedScreen(event) || (event.key !== ' ' && event.key !== 'Enter')) return;
    // Buttons and inputs answer the keyboard by themselves.
    if (event.target.matches('button, input') || !event.target.matches(CONTROLS)) return;
    event.preventDefault();
    note(event.target, 'pressed');
  });
  for (const name of ['compositionstart', 'compositionend']) {
    addEventListener(name, ({ type }) =>
      root.toggleAttribute('data-composing', type === 'compositionstart'),
    );
  }

  /** The account screens pass on where a login leads to; the build knows no address. */
  function carryRedirect(link) {
    const isPassedOn = ['/login', '/register', '/reset-password'].includes(link.pathname);
    if (!isPassedOn || root.dataset.redirect === undefined || link.host !== location.host) return;
    link.search = new URLSearchParams({ redirect: asked.get('redirect') });
  }

  /** A pointer that rests for longer does not aim, in milliseconds. */
  const AIM_MS = 10_000;
  let endOfAim;
  /** Marks the page while a press is about to come or under way: the program's form would move from under the pointer. */
  function aim(isAiming) {
    clearTimeout(endOfAim);
    root.toggleAttribute('data-aiming', isAiming);
    if (isAiming) endOfAim = setTimeout(aim, AIM_MS, false);
  }
  addEventListener('pointerover', (event) => {
    // Fingers do not hover, and who has a session sees another screen than this form.
    if (event.pointerType !== 'mouse' || hasSession) return;
    aim(inRenderedScreen(event) && event.target.closest('form') !== null);
  });
  addEventListener('pointerdown', (event) => inRenderedScreen(event) && aim(true));
  for (const name of ['click', 'keydown', 'pointercancel']) {
    // After what the browser itself does then, such as to submit the form.
    addEventListener(name, () => setTimeout(aim, 0, false));
  }
  addEventListener('startup-retry', load);
  addEventListener('online', () => isLost && load());

  /** Whether a press on a link leads to another page in this tab. */
  function opensHere(link, event) {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const isPage =
      /^https?:$/.test(link.protocol) && !link.target && !link.hasAttribute('download');
    const isElsewhere = link.pathname !== location.pathname || link.search !== location.search;
    return isPlain && isPage && (isElsewhere || link.host !== location.host);
  }

  if (hasSession) {
    start();
    return;
  }
  for (const sign of SIGNS) addEventListener(sign, start, { capture: true, passive: true });
  addEventListener('load', () => setTimeout(() => start(), PAUSE_MS));

  function namedFiles() {
    const parts = document.querySelector('meta[name="first-screens"]');
    return parts === null ? {} : JSON.parse(parts.content);
  }

  /** The program and what the first screen of this address waits for, as the build names it. */
  function filesOfScreen() {
    return [...(namedFiles().program ?? [program.content]), ...filesAhead()];
  }

  function filesAhead() {
    const named = namedFiles();
    const inLanguage = named[`${location.pathname} ${root.lang}`] ?? [];
    return [...(named[location.pathname] ?? []), ...inLanguage];
  }

  /** Asks for what the first screen waits for while the program is on its way. */
  function fetchAhead() {
    for (const href of filesAhead()) {
      const link = document.createElement('link');
      link.href = href;
      link.crossOrigin = '';
      if (href.endsWith('.css')) {
        link.rel = 'preload';
        link.as = 'style';
      } else {
        link.rel = 'modulepreload';
      }
      document.head.append(link);
    }
  }
})();
