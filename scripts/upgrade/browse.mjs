// Browsers: each page is read with the files that it names, and tabs that were opened before ask for theirs again.

import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../chaos/client.mjs';
import { hosts } from '../chaos/world.mjs';

/** The pages; without a host that of the console. */
const pages = [
  { route: '/' },
  { host: hosts.open, route: '/' },
  { host: hosts.open, route: '/docs/start/free' },
  { host: hosts.shop, route: '/' },
  { host: 'handbook.localhost', route: '/docs' },
  { host: 'handbook-en.localhost', route: '/' },
];
/** Milliseconds between two pages. */
const everyMs = 50;

/** Files that pages named: `address` and since when by the phase in which that was first. */
export class Files {
  named = new Map();

  /** Notes the files of a page. Returns them. */
  note({ host }, text, phase) {
    const names = new Set(text.match(/\/assets\/[\w.-]+/g));
    const files = [...names].map((route) => ({ host, route }));
    for (const file of files) {
      const key = `${file.host} ${file.route}`;
      if (!this.named.has(key)) this.named.set(key, { ...file, phase });
    }
    return files;
  }

  get all() {
    return [...this.named.values()];
  }
}

/** Browses until `state.isOver`. `fail(problem)` hears of the first answer that is not as it must be. */
export async function browse(address, { state, files, watch, fail }) {
  const get = async ({ host, route }) => {
    const answer = await ask(address, { host, route });
    const what = `GET ${host ?? 'console'}${route}`;
    watch.answered(answer, what);
    if (answer.status !== 200 || answer.text === '') fail(`${what} is ${answer.status}`);
    return answer;
  };
  for (let n = 0; !state.isOver; n += 1) {
    const page = pages[n % pages.length];
    const { text } = await get(page);
    for (const file of files.note(page, text ?? '', state.phase)) await get(file);
    // A tab that is open since earlier loads one of its files now.
    const { all } = files;
    if (all.length > 0) await get(all[n % all.length]);
    await sleep(everyMs);
  }
}

/** Asks for all files that any page has named. Returns those that are not there. */
export async function missing(address, files) {
  const found = [];
  for (const { host, route } of files.all) {
    const { status } = await ask(address, { host, route });
    if (status !== 200) found.push(`${host ?? 'console'}${route}`);
  }
  return found;
}
