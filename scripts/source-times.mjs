// Keeps the modification times of sources from checkout to checkout, so that cargo compiles again only what changed.
//
// Cargo tells by its time whether a file changed, and in a new clone every file is new.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives each tracked file and folder of a new clone the time that it had when it last was as it is now.
 *
 * - `checkout`: a clone of git, else nothing is done. One that was treated before stays as it is, because its times are
 *   true from then on.
 * - `target`: where cargo puts what it compiles. The times are stored there, with the place of the checkout: cargo gives
 *   what it compiled in one place to another, and tests know the path of their sources. So in another place all is new.
 * - Returns how many files changed since, or undefined when nothing was done.
 */
export function keepSourceTimes(checkout, target) {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  let mark;
  try {
    mark = path.resolve(checkout, git('rev-parse', '--git-path', 'source-times').trim());
  } catch {
    return undefined;
  }
  if (existsSync(mark)) {
    return undefined;
  }
  const store = path.join(target, 'source-times.json');
  const stored = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {};
  const before = stored.place === checkout ? stored.times : {};
  const now = Math.floor(Date.now() / 1000);
  const after = {};
  let changed = 0;
  for (const [name, content] of contents(checkout, git('ls-files', '-z').split('\0'))) {
    const isSame = before[name]?.content === content;
    changed += isSame ? 0 : 1;
    after[name] = { content, time: isSame ? before[name].time : now };
  }
  // Stored before any time is set: a file never has a time that is older than what is known of it.
  mkdirSync(path.dirname(store), { recursive: true });
  writeFileSync(store, JSON.stringify({ place: checkout, times: after }));
  for (const [name, { time }] of Object.entries(after)) {
    utimesSync(path.join(checkout, name), time, time);
  }
  writeFileSync(mark, '');
  return changed;
}

/** Each file with the hash of its bytes, then each folder with that of its tracked names. */
function contents(checkout, names) {
  const files = names.filter((name) => name !== '' && existsSync(path.join(checkout, name)));
  const folders = new Map();
  for (const name of files) {
    for (let child = name; child !== '.'; child = path.dirname(child)) {
      const folder = path.dirname(child);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(path.basename(child)));
    }
  }
  return [
    ...files.map((name) => [name, hash(readFileSync(path.join(checkout, name)))]),
    ...[...folders].map(([name, children]) => [`${name}/`, hash([...children].sort().join('\n'))]),
  ];
}

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
