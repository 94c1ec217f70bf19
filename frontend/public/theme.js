// Sets theme and language of the page before the first paint, and shows a message when the application does not start.
//
// `ui_theme`, `locale` and `token` are written by src/storage. The build names the program in `meta[name=program]`.
(() => {
  let chosen = null;
  let language = null;
  let hasSession = false;
  try {
    chosen = localStorage.getItem('ui_theme');
    hasSession = localStorage.getItem('token') !== null;
    const asked = new URLSearchParams(location.search).get('lang');
    language = ['zh-CN', 'en'].includes(asked) ? asked : localStorage.getItem('locale');
  } catch {
    // A browser that forbids storage follows the system.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  // Of the screens that the build has rendered, the style sheet of the page shows the one in this language.
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  // A screen that the build has rendered waits for the program only when somebody does something: until then there is
  // nothing that it would do. Who has a session sees another screen, and waits for it from the beginning.
  const program = document.querySelector('meta[name="program"]');
  if (program === null) {
    fetchAhead();
    return;
  }
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
  let isStarted = false;
  function start(event) {
    // Browsers report a pointer that rests where the page appears; it has not moved.
    const isAtRest = event?.type === 'pointermove' && !event.movementX && !event.movementY;
    if (isStarted || isAtRest) return;
    isStarted = true;
    for (const sign of SIGNS) removeEventListener(sign, start, true);
    fetchAhead();
    if (document.readyState === 'loading')
      addEventListener('DOMContentLoaded', run, { once: true });
    else run();
  }
  function run() {
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = program.content;
    document.head.append(script);
  }
  // What a visitor does in a form before the program is there; src/app/startup.ts does it again.
  addEventListener('submit', ({ target }) => {
    if (target.closest('.rendered-screen') !== null) target.dataset.submitted = '';
  });
  for (const name of ['compositionstart', 'compositionend']) {
    addEventListener(name, ({ type }) =>
      document.documentElement.toggleAttribute('data-composing', type === 'compositionstart'),
    );
  }
  if (hasSession) {
    start();
    return;
  }
  for (const sign of SIGNS) addEventListener(sign, start, { capture: true, passive: true });
  addEventListener('load', () => setTimeout(() => start(), PAUSE_MS));

  /** Asks for what the first screen of this address waits for, as the build names it. */
  function fetchAhead() {
    const parts = document.querySelector('meta[name="first-screens"]');
    if (parts === null) return;
    const named = JSON.parse(parts.content);
    const inLanguage = named[`${location.pathname} ${document.documentElement.lang}`] ?? [];
    for (const href of [...(named[location.pathname] ?? []), ...inLanguage]) {
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

// The startup failure is handled here, in both languages and without a framework: it may be the code or the translations
// that are missing. `startup-failure` is sent by src/app/startup.ts.
(() => {
  const WORDS = {
    'zh-CN': {
      title: '应用启动失败',
      advice: '请刷新页面重试；若仍无法打开，请联系技术支持，并附上下面的错误信息。',
      noWebAssembly:
        '此浏览器不支持 WebAssembly，或已将它关闭。请换用新版 Chrome、Edge、Safari 或 Firefox；若已是新版，Firefox 请在 about:config 中把 javascript.options.wasm 设为 true，Safari 请为本站关闭“锁定模式”。',
      lost: '程序没有完整下载：',
      reload: '刷新页面',
    },
    en: {
      title: 'Application failed to start',
      advice:
        'Please refresh the page. If it still does not open, contact support and include the error text below.',
      noWebAssembly:
        'This browser does not support WebAssembly, or it is turned off. Please use a recent Chrome, Edge, Safari or Firefox. If yours is recent: in Firefox, set javascript.options.wasm to true in about:config; in Safari, turn off Lockdown Mode for this site.',
      lost: 'The program was not downloaded completely: ',
      reload: 'Refresh the page',
    },
  };

  function locale() {
    try {
      return localStorage.getItem('locale') === 'en' ? 'en' : 'zh-CN';
    } catch {
      return 'zh-CN';
    }
  }

  function make(tag, text, css) {
    const element = document.createElement(tag);
    element.textContent = text;
    element.style.cssText = css;
    return element;
  }

  function show(textOf) {
    const words = WORDS[locale()];
    document.documentElement.lang = locale();
    document.title = words.title;
    const main = make(
      'main',
      '',
      'min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;text-align:center;font:14px/1.7 system-ui,sans-serif',
    );
    main.setAttribute('role', 'alert');
    const reload = make(
      'button',
      words.reload,
      'height:40px;padding:0 16px;border:0;border-radius:6px;background:#0f4c81;color:#fff;font:500 14px system-ui,sans-serif;cursor:pointer',
    );
    reload.addEventListener('click', () => location.reload());
    // The splash has drawn it; a failure after the splash goes without.
    const mark = document.querySelector('#splash svg');
    if (mark !== null) {
      mark.style.cssText = 'width:48px;height:48px';
      main.append(mark);
    }
    main.append(
      make('h1', words.title, 'margin:0;font-size:20px;font-weight:500'),
      make('p', words.advice, 'margin:0;max-width:28em'),
      make(
        'pre',
        textOf(words),
        'margin:0;max-width:40em;padding:12px 16px;border-radius:8px;background:rgb(128 128 128/.15);white-space:pre-wrap;overflow-wrap:anywhere;text-align:left;font-size:12px',
      ),
      reload,
    );
    document.body.replaceChildren(main);
  }

  addEventListener('startup-failure', ({ detail }) =>
    show((words) => (detail.key === undefined ? detail.text : words[detail.key])),
  );
  // Such an event does not bubble; it is caught in the capture phase.
  addEventListener(
    'error',
    ({ target }) => {
      const isProgram = target instanceof HTMLScriptElement && target.type === 'module';
      if (isProgram && document.querySelector('#splash, .rendered-screen') !== null) {
        show((words) => words.lost + target.src);
      }
    },
    true,
  );
})();
