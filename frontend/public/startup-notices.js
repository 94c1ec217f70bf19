// What is said while the program is on its way, and when it does not start, in both languages and without a framework: it
// may be the code or the translations that are missing.
//
// `startup` is sent by theme.js and src/app/startup.ts, `startup-failure` by src/app/startup.ts.
(() => {
  const WORDS = {
    'zh-CN': {
      slow: '网络很慢，还在加载。填写和点击过的内容都会保留，加载完后接着执行。',
      leaving: '网络很慢，下一个页面还在打开。',
      splash: '网络很慢，还在下载程序。',
      broken: '有文件没有下载完整，刚才的操作还没有执行。填写的内容都在，请检查网络后重试。',
      old: '墨砚刚刚更新过，请刷新页面后继续。',
      retry: '重试',
      stay: '留在此页',
      home: '回到首页',
      title: '应用启动失败',
      advice: '请刷新页面重试；若仍无法打开，请联系技术支持，并附上下面的错误信息。',
      noWebAssembly:
        '此浏览器不支持 WebAssembly，或已将它关闭。请换用新版 Chrome、Edge、Safari 或 Firefox；若已是新版，Firefox 请在 about:config 中把 javascript.options.wasm 设为 true，Safari 请为本站关闭“锁定模式”。',
      lost: '程序没有完整下载：',
      reload: '刷新页面',
    },
    en: {
      slow: 'The network is slow, still loading. What you typed and pressed is kept and will be done as soon as it is ready.',
      leaving: 'The network is slow, the next page is still opening.',
      splash: 'The network is slow, still downloading the program.',
      broken:
        'Some files did not arrive, so nothing has been done yet. What you typed is still here: check your network and try again.',
      old: 'Moyan has just been updated. Refresh the page to go on.',
      retry: 'Try again',
      stay: 'Stay on this page',
      home: 'Back to the home page',
      title: 'Application failed to start',
      advice:
        'Please refresh the page. If it still does not open, contact support and include the error text below.',
      noWebAssembly:
        'This browser does not support WebAssembly, or it is turned off. Please use a recent Chrome, Edge, Safari or Firefox. If yours is recent: in Firefox, set javascript.options.wasm to true in about:config; in Safari, turn off Lockdown Mode for this site.',
      lost: 'The program was not downloaded completely: ',
      reload: 'Refresh the page',
    },
  };

  /** How long nothing is said of a wait, in milliseconds. */
  const SLOW_MS = 4000;
  const root = document.documentElement;
  let timer;

  // Set by theme.js, and later by the program.
  const words = () => WORDS[root.lang === 'en' ? 'en' : 'zh-CN'];

  function make(tag, text, css) {
    const element = document.createElement(tag);
    element.textContent = text;
    element.style.cssText = css;
    return element;
  }

  function say(role, text, actions) {
    const notice = make('div', '', '');
    notice.id = 'startup-notice';
    notice.setAttribute('role', role);
    notice.append(make('p', text, ''), ...actions.map(([label, act]) => button(label, act)));
    unsay();
    document.body.append(notice);
  }

  function button(label, act) {
    const element = make('button', label, '');
    element.type = 'button';
    element.addEventListener('click', act);
    return element;
  }

  function unsay() {
    document.getElementById('startup-notice')?.remove();
  }

  function endWait() {
    clearTimeout(timer);
    delete root.dataset.waiting;
    for (const link of document.querySelectorAll('a[aria-busy]')) link.removeAttribute('aria-busy');
    unsay();
  }

  function later(speak) {
    clearTimeout(timer);
    timer = setTimeout(speak, SLOW_MS);
  }

  const reload = () => location.reload();

  function retry() {
    unsay();
    root.dataset.waiting = '';
    dispatchEvent(new Event('startup-retry'));
    later(saySlow);
  }

  function saySlow() {
    say('status', words().slow, [[words().retry, retry]]);
  }

  /** What is said when the program, or a page, is asked for and does not come at once. */
  const STATES = {
    waiting: () => later(saySlow),
    lost({ isOld }) {
      // Who only reads misses nothing.
      if (root.dataset.waiting === undefined) return;
      clearTimeout(timer);
      delete root.dataset.waiting;
      if (isOld) say('alert', words().old, [[words().reload, reload]]);
      else say('alert', words().broken, [[words().retry, retry]]);
    },
    leaving({ href }) {
      later(() =>
        say('status', words().leaving, [
          [words().retry, () => location.assign(href)],
          [
            words().stay,
            () => {
              stop();
              endWait();
            },
          ],
        ]),
      );
    },
    there: endWait,
  };
  addEventListener('startup', ({ detail }) => STATES[detail.state](detail));
  // It came back with "Back": what it waited for was the page that was left.
  addEventListener('pageshow', ({ persisted }) => persisted && endWait());
  // A press before this script was there.
  if (root.dataset.waiting !== undefined) later(saySlow);
  setTimeout(() => {
    const splash = document.querySelector('#splash:not([data-leaving])');
    if (splash === null) return;
    const wait = make('div', '', '');
    wait.setAttribute('role', 'status');
    wait.append(make('p', words().splash, ''), button(words().retry, reload));
    if (location.pathname !== '/') wait.append(button(words().home, () => location.assign('/')));
    splash.append(wait);
  }, 2 * SLOW_MS);

  function show(textOf) {
    const said = words();
    document.title = said.title;
    const main = make(
      'main',
      '',
      'min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;text-align:center;font:14px/1.7 system-ui,sans-serif',
    );
    main.setAttribute('role', 'alert');
    const again = make(
      'button',
      said.reload,
      'height:40px;padding:0 16px;border:0;border-radius:6px;background:#0f4c81;color:#fff;font:500 14px system-ui,sans-serif;cursor:pointer',
    );
    again.addEventListener('click', reload);
    // The splash has drawn it; a failure after the splash goes without.
    const mark = document.querySelector('#splash svg');
    if (mark !== null) {
      mark.style.cssText = 'width:48px;height:48px';
      main.append(mark);
    }
    main.append(
      make('h1', said.title, 'margin:0;font-size:20px;font-weight:500'),
      make('p', said.advice, 'margin:0;max-width:28em'),
      make(
        'pre',
        textOf(said),
        'margin:0;max-width:40em;padding:12px 16px;border-radius:8px;background:rgb(128 128 128/.15);white-space:pre-wrap;overflow-wrap:anywhere;text-align:left;font-size:12px',
      ),
      again,
    );
    document.body.replaceChildren(main);
  }

  addEventListener('startup-failure', ({ detail }) =>
    show((said) => (detail.key === undefined ? detail.text : said[detail.key])),
  );
  // Such an event does not bubble; it is caught in the capture phase.
  addEventListener(
    'error',
    ({ target }) => {
      const isProgram = target instanceof HTMLScriptElement && target.type === 'module';
      if (isProgram && document.querySelector('#splash, .rendered-screen') !== null) {
        show((said) => said.lost + target.src);
      }
    },
    true,
  );
})();
