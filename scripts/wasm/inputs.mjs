// What a module of the engine is made of, as one hash.
//
// The hash covers the sources of the crate and of ours below it, their part of Cargo.lock and Cargo.toml,
// the toolchain and the recipe, and nothing else: a bump of a server's dependency changes no module.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { frontend, root } from '../paths.mjs';

const unhashedFolders = new Set(['tests', 'benches', 'examples', 'target', 'pkg', 'node_modules']);
const hashedSections = /^(workspace\.package|profile\.release|profile\.wasm.*)$/;

/** The hash of everything that decides the bytes of a crate's module; `recipe` is what is done with the sources. */
export function hashInputs(name, recipe) {
  const hash = createHash('sha256');
  const part = (title, content) => hash.update(`${title}\0`).update(content).update('\0');
  const packages = lockedPackages(`moyan-${name}`);
  for (const file of sourceFiles(name, packages)) {
    part(path.relative(root, file), readFileSync(file));
  }
  part('Cargo.lock', packages.map(({ text }) => text).join('\n'));
  part('Cargo.toml', manifestPart(new Set(packages.map((entry) => entry.name))));
  part('rust-toolchain.toml', readFileSync(path.join(root, 'rust-toolchain.toml')));
  const { devDependencies } = JSON.parse(readFileSync(path.join(frontend, 'package.json'), 'utf8'));
  const { RUSTFLAGS = '', CARGO_ENCODED_RUSTFLAGS = '' } = process.env;
  part(
    'recipe',
    JSON.stringify([recipe, devDependencies.binaryen, RUSTFLAGS, CARGO_ENCODED_RUSTFLAGS]),
  );
  return hash.digest('hex');
}

/** The files of the crate, of those of ours that its manifest names and of patched ones, in a fixed order. */
function sourceFiles(name, packages) {
  const vendored = packages
    .map((entry) => path.join(root, 'engine-wasm', 'vendor', entry.name))
    .filter((folder) => existsSync(folder));
  const folders = [...cratesBehind(name), ...vendored];
  return folders.flatMap((folder) => filesBelow(folder)).sort();
}

function cratesBehind(name, seen = new Set()) {
  const folder = path.join(root, 'engine-wasm', name);
  if (!seen.has(folder)) {
    seen.add(folder);
    const [manifest] = readFileSync(path.join(folder, 'Cargo.toml'), 'utf8').split(
      '[dev-dependencies]',
    );
    for (const [, dependency] of manifest.matchAll(/^moyan-([a-z]+)\b/gm)) {
      cratesBehind(dependency, seen);
    }
  }
  return seen;
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return unhashedFolders.has(entry.name) ? [] : filesBelow(file);
    }
    return entry.name.endsWith('.md') ? [] : [file];
  });
}

/** The entries of Cargo.lock that a package stands on, itself included. */
function lockedPackages(start) {
  const entries = readFileSync(path.join(root, 'Cargo.lock'), 'utf8')
    .split(/^\[\[package\]\]\n/m)
    .slice(1)
    .map((text) => ({
      name: /^name = "(.+)"$/m.exec(text)[1],
      version: /^version = "(.+)"$/m.exec(text)[1],
      needs: [
        ...(/^dependencies = \[\n([\s\S]*?)^\]/m.exec(text)?.[1].matchAll(/"([^"]+)"/g) ?? []),
      ].map(([, need]) => need.split(' ')),
      text,
    }));
  const found = new Set();
  const visit = ([name, version]) => {
    for (const entry of entries) {
      if (entry.name === name && (!version || entry.version === version) && !found.has(entry)) {
        found.add(entry);
        entry.needs.forEach(visit);
      }
    }
  };
  visit([start]);
  return entries.filter((entry) => found.has(entry));
}

/** The profiles of Cargo.toml, and what it says about the given packages. */
function manifestPart(packages) {
  const sections = readFileSync(path.join(root, 'Cargo.toml'), 'utf8').split(/^\[/m).slice(1);
  return sections
    .flatMap((section) => {
      const [title] = section.split(']');
      if (title === 'workspace.dependencies') {
        return section.split('\n').filter((line) => packages.has(line.split(' ')[0]));
      }
      return hashedSections.test(title) ? section : [];
    })
    .join('\n');
}
