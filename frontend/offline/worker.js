// The service worker: the editor opens and works without a network after one visit.
//
// The list of files and the version are written by `offline/plugin.ts` at build: every file of the build, and a name that
// changes with any of them. One version is kept whole; a new one waits until a page lets it take over.

/** @type {string[]} */
const FILES = __FILES__;
const CACHE = 'moyan-__VERSION__';
const KNOWN = new Set(FILES);
// Screens of the application; other addresses are the server's.
const SCREENS =
  /^\/(?:$|md$|login$|register$|reset-password$|terms$|privacy$|account$|invitation$|platform(?:\/|$)|test\/|team\/|space\/|admin(?:\/|$))/;

self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data === 'takeOver') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (SCREENS.test(url.pathname)) event.respondWith(kept(pageOf(url.pathname), request));
  } else if (KNOWN.has(url.pathname)) event.respondWith(kept(url.pathname, request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(ofOlderPage(request));
});

/** The page of a screen: its own if the build has rendered it. */
function pageOf(pathname) {
  const rendered = `/pages${pathname === '/' ? '/index' : pathname}.html`;
  return KNOWN.has(rendered) ? rendered : '/index.html';
}

/** Where a file is fetched: the server chooses which of several pages it has for an address. */
function sourceOf(path) {
  const rendered = /^\/pages(\/.+)\.html$/.exec(path);
  if (rendered === null) return path;
  return rendered[1] === '/index' ? '/' : rendered[1];
}

/** Fetches what the version before does not hold already: a file whose name carries its hash never changes. */
async function fill() {
  const cache = await caches.open(CACHE);
  const waiting = FILES.slice();
  const fetchNext = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const old = path.startsWith('/assets/') ? await caches.match(path) : undefined;
      const answer =
        old ?? (await fetch(sourceOf(path), { cache: 'no-cache', credentials: 'same-origin' }));
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }
  };
  await Promise.all([fetchNext(), fetchNext(), fetchNext(), fetchNext()]);
}

async function takeOver() {
  // Another page may still run the version before, and need the rest of its files.
  const clients = await self.clients.matchAll({ includeUncontrolled: true });
  // The preview is a frame inside its page.
  if (clients.filter(({ frameType }) => frameType !== 'nested').length > 1) return;
  for (const name of await caches.keys()) {
    if (name.startsWith('moyan-') && name !== CACHE) await caches.delete(name);
  }
}

async function kept(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}

async function ofOlderPage(request) {
  return (await caches.match(request)) ?? fetch(request);
}
