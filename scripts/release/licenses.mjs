// The licenses of everything that is in the program: crates, and packages of the frontend.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { frontend } from '../paths.mjs';
import { output } from './program.mjs';

const licenseFile = /^(?:licen[cs]e|copying|copyright|notice|unlicense)/i;

/** Writes name, version and license of each dependency, and below them each text once, with whose it is. */
export function writeLicenses(file) {
  const dependencies = [...crates(), ...packages()];
  const owners = new Map();
  for (const { name, folder, more } of dependencies) {
    const ofLibrary = more ? [readFileSync(more, 'utf8').trim()] : [];
    for (const text of [...textsIn(folder), ...ofLibrary]) {
      owners.set(text, [...(owners.get(text) ?? []), name]);
    }
  }
  const list = dependencies.map(({ name, license }) => `${name}: ${license ?? 'see its text'}`);
  const texts = [...owners].map(
    ([text, names]) => `${'='.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}\n`,
  );
  writeFileSync(
    file,
    `Moyan holds what others wrote. Each under its license:\n\n${list.join('\n')}\n\n${texts.join('\n')}`,
  );
  console.log(`${dependencies.length} dependencies, ${owners.size} texts`);
}

/** Crates that are compiled into the program though another one only builds with them. */
const compiledIn = ['openssl-src'];
/** Where libraries in C have their licenses: below the folder of their crate, or here. */
const ofLibraries = {
  'openssl-src': (folder) => path.join(folder, 'openssl', 'LICENSE.txt'),
  'pq-src': () => path.join(import.meta.dirname, 'postgresql-license.txt'),
};

/** The crates that the program is linked from; what only tests and builds use is left out. */
export function crates() {
  const metadata = JSON.parse(
    output('cargo', [
      ...['metadata', '--format-version', '1', '--locked'],
      ...['--features', 'moyan-server/embed,moyan-server/postgres-tls'],
      ...['--filter-platform', output('rustc', ['--print', 'host-tuple']).trim()],
    ]),
  );
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const ours = metadata.packages.find(({ name }) => name === 'moyan-server').id;
  const linked = new Set([ours]);
  for (const id of linked) {
    const isLinked = ({ name, dep_kinds }) =>
      compiledIn.includes(name.replaceAll('_', '-')) || dep_kinds.some(({ kind }) => kind === null);
    for (const { pkg } of nodes.get(id).deps.filter(isLinked)) {
      linked.add(pkg);
    }
  }
  return metadata.packages
    .filter(({ id, source }) => linked.has(id) && source !== null)
    .map(({ name, version, license, manifest_path }) => ({
      name: `${name} ${version}`,
      license,
      folder: path.dirname(manifest_path),
      more: ofLibraries[name]?.(path.dirname(manifest_path)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The packages of npm that the frontend is built from. */
function packages() {
  const lock = JSON.parse(readFileSync(path.join(frontend, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .filter(([folder]) => existsSync(path.join(frontend, folder)))
    .map(([folder, { version, license }]) => ({
      name: `${folder.replace(/^.*node_modules\//, '')} ${version}`,
      license,
      folder: path.join(frontend, folder),
    }));
}

function textsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').trim())
    .filter((text) => text !== '');
}
