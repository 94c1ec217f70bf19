// The page for browsers that are too old: which ones will do, and the articles that this one keeps. `supported.js` loads it.
// ECMAScript 5, without the application, its style sheets and its translations: none of them can be counted on here.
(function () {
  var root = document.documentElement;
  var missing = root.getAttribute('data-unsupported') || '';
  // The versions are compared with the browserslist, scripts/check/docs.mjs.
  var BROWSERS = ['Chrome 111', 'Edge 111', 'Safari 16.4', 'Firefox 128'];
  // The specification names database and store, src/storage/schema.ts.
  var DATABASE = 'md_editor_db';
  var STORE = 'posts';
  // src/storage/unsaved.ts writes such entries into localStorage.
  var UNSAVED = 'unsaved_post';

  var WORDS = {
    'zh-CN': {
      title: '浏览器版本过旧',
      advice: '墨砚用到的一些功能，这个浏览器还没有。请更新它，或者换用下面任意一款：',
      later: '及更高版本',
      phone: 'iPhone 和 iPad 上的浏览器都随系统更新，请把系统升级到 16.4 或更高版本。',
      missing: '缺少的功能：',
      articles: '保存在这个浏览器里的文章',
      kept: '文章都还在。升级后可以接着写；也可以先下载成 Markdown 文件。',
      download: '下载',
      untitled: '未命名文章',
      unsaved: '（关闭页面时尚未写入的修改）',
      notice: '这个浏览器版本过旧，打不开墨砚的编辑器和控制台，文字仍可阅读。',
      more: '哪些浏览器可以用',
    },
    en: {
      title: 'This browser is too old',
      advice: 'It lacks some features that Moyan needs. Please update it, or use one of these:',
      later: 'or later',
      phone:
        'On iPhone and iPad every browser is updated with the system: please update the system to 16.4 or later.',
      missing: 'What is missing: ',
      articles: 'Articles kept in this browser',
      kept: 'Your articles are still here. You can go on writing after the update, or download them as Markdown files first.',
      download: 'Download',
      untitled: 'Untitled article',
      unsaved: ' (changes that were not written when the page was closed)',
      notice:
        'This browser is too old to open the editor and the console of Moyan. The text can still be read.',
      more: 'Which browsers will do',
    },
  };

  var STYLE =
    '.old-browser{box-sizing:border-box;max-width:560px;margin:0 auto;padding:48px 24px;font:16px/1.75 system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}' +
    '.old-browser h1{margin:0 0 12px;font-size:22px;font-weight:500;line-height:1.4}' +
    '.old-browser h2{margin:40px 0 8px;font-size:17px;font-weight:500}' +
    '.old-browser p{margin:0 0 12px}' +
    '.old-browser ul{margin:0 0 16px;padding:0;list-style:none}' +
    '.old-browser li{overflow:hidden;padding:10px 0;border-bottom:1px solid rgba(128,128,128,.25);word-wrap:break-word}' +
    '.old-browser .quiet{font-size:13px;opacity:.72;word-wrap:break-word}' +
    '.old-browser a{color:#0f4c81}' +
    '.old-browser li a{float:right;margin-left:16px}' +
    '.old-browser svg{display:block;width:48px;height:48px;margin:0 0 20px}' +
    '.old-browser-notice{padding:12px 16px;background:#fff7e0;color:#1a2027;text-align:center;font:14px/1.7 system-ui,sans-serif}' +
    '.old-browser-notice a{color:#0f4c81}' +
    'html[data-theme="dark"] .old-browser a{color:#8ab8e6}' +
    'html[data-theme="dark"]{background:#15191e;color:#e3e7eb}';

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch (_error) {
      return null;
    }
  }

  function language() {
    var asked = /[?&]lang=(zh-CN|en)(?:&|$)/.exec(location.search);
    return (asked === null ? stored('locale') : asked[1]) === 'en' ? 'en' : 'zh-CN';
  }

  function isDark() {
    var chosen = stored('ui_theme');
    if (chosen === 'dark' || chosen === 'light') return chosen === 'dark';
    return !!window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches;
  }

  var words = WORDS[language()];
  root.lang = language();
  root.setAttribute('data-theme', isDark() ? 'dark' : 'light');

  function make(tag, text, className) {
    var element = document.createElement(tag);
    if (text) element.appendChild(document.createTextNode(text));
    if (className) element.className = className;
    return element;
  }

  function addStyle() {
    document.getElementsByTagName('head')[0].appendChild(make('style', STYLE));
  }

  function draw() {
    addStyle();
    var screens = document.querySelectorAll('.rendered-screen');
    // The build has rendered these screens, and they are there to be read.
    if (screens.length > 0 && /^\/(?:terms|privacy)?$/.test(location.pathname)) addNotice(screens);
    else drawPage();
  }

  /** A line above a text that is readable all the same. */
  function addNotice(screens) {
    var notice = make('div', words.notice + ' ', 'old-browser-notice');
    var link = make('a', words.more);
    notice.setAttribute('role', 'alert');
    link.href = '/md';
    notice.appendChild(link);
    document.body.insertBefore(notice, document.body.firstChild);
    // The style sheet that shows one of the languages needs a newer browser.
    [].forEach.call(screens, function (screen) {
      screen.style.display = screen.lang === root.lang ? 'block' : 'none';
    });
  }

  function drawPage() {
    var main = make('div', '', 'old-browser');
    var list = make('ul');
    var mark = document.querySelector('#splash svg');
    main.setAttribute('role', 'main');
    document.title = words.title;
    if (mark !== null) main.appendChild(mark);
    main.appendChild(make('h1', words.title));
    main.appendChild(make('p', words.advice));
    BROWSERS.forEach(function (browser) {
      list.appendChild(make('li', browser + ' ' + words.later));
    });
    main.appendChild(list);
    main.appendChild(make('p', words.phone, 'quiet'));
    main.appendChild(make('p', words.missing + missing, 'quiet'));
    while (document.body.firstChild) document.body.removeChild(document.body.firstChild);
    document.body.appendChild(main);
    readArticles(function (articles) {
      if (articles.length > 0) listArticles(main, articles);
    });
  }

  function listArticles(main, articles) {
    var list = make('ul');
    main.appendChild(make('h2', words.articles));
    main.appendChild(make('p', words.kept));
    articles.forEach(function (article) {
      var row = make('li');
      row.appendChild(downloadOf(article));
      row.appendChild(document.createTextNode(article.title));
      list.appendChild(row);
    });
    main.appendChild(list);
  }

  function downloadOf(article) {
    var link = make('a', words.download);
    var file = new Blob([article.content], { type: 'text/markdown;charset=utf-8' });
    link.href = URL.createObjectURL(file);
    link.download = article.title.replace(/[\\/:*?"<>|\s]+/g, ' ').slice(0, 80) + '.md';
    link.setAttribute('aria-label', words.download + ' ' + article.title);
    return link;
  }

  /** Calls `done` with title and text of every article, the newest first; with none where the database cannot be read. */
  function readArticles(done) {
    var opening;
    try {
      opening = indexedDB.open(DATABASE);
      // It was not there: nothing is made in its place.
      opening.onupgradeneeded = function () {
        opening.transaction.abort();
      };
      opening.onerror = function (event) {
        event.preventDefault();
        done([]);
      };
      opening.onsuccess = function () {
        readPosts(opening.result, done);
      };
    } catch (_error) {
      done([]);
    }
  }

  function readPosts(database, done) {
    var posts = [];
    if (!database.objectStoreNames.contains(STORE)) return done(posts);
    database.transaction(STORE).objectStore(STORE).openCursor().onsuccess = function (event) {
      var cursor = event.target.result;
      if (cursor) {
        posts.push(cursor.value);
        cursor['continue']();
      } else {
        database.close();
        done(articlesOf(posts));
      }
    };
  }

  function articlesOf(posts) {
    var articles = [];
    var unsaved = unsavedEdits();
    posts.sort(function (a, b) {
      return b.updateDatetime - a.updateDatetime;
    });
    posts.forEach(function (post) {
      var title = post.title || words.untitled;
      articles.push({ title: title, content: post.content });
      unsaved.forEach(function (edit) {
        if (edit.postId === post.id && edit.content !== post.content) {
          articles.push({ title: title + words.unsaved, content: edit.content });
        }
      });
    });
    return articles;
  }

  function unsavedEdits() {
    try {
      return Object.keys(localStorage)
        .filter(function (key) {
          return key.indexOf(UNSAVED) === 0;
        })
        .map(function (key) {
          return JSON.parse(localStorage.getItem(key));
        });
    } catch (_error) {
      return [];
    }
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', draw);
  else draw();
})();
