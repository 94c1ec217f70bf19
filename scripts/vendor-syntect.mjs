// The parser in engine-wasm/vendor/syntect: the published source of syntect with upstream.patch.
//
// Usage: node scripts/vendor-syntect.mjs            writes src from the published source and the patch
//        node scripts/vendor-syntect.mjs --diff     writes the patch from src, after an edit of src
//        node scripts/vendor-syntect.mjs --reject   as without an option, but leaves *.rej files beside src
//                                                   for the parts of the patch that do not fit any more
//
// The version is that of `syntect-published` in Cargo.toml, the checksum that of Cargo.lock: cargo checks it.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environment, root, shown } from './places.mjs';

const vendored = path.join(root, 'engine-wasm', 'vendor', 'syntect');
const patch = path.join(vendored, 'upstream.patch');
/** What the vendored crate takes from the published one. The patch adds the files that are not here. */
const taken = ['mod', 'parser', 'scope', 'syntax_definition'].map(
  (name) => `src/parsing/${name}.rs`,
);

const option = process.argv[2];
const work = mkdtempSync(path.join(tmpdir(), 'moyan-syntect-'));
try {
  if (option === '--diff') {
    writePatch();
  } else {
    writeSource(option === '--reject');
  }
} finally {
  rmSync(work, { recursive: true });
}

function writeSource(keepRejected) {
  copyPublished(work);
  const applied = git(['apply', ...(keepRejected ? ['--reject'] : []), patch]);
  if (applied.status !== 0 && !keepRejected) {
    throw new Error(`${shown(patch)} does not fit the published source:\n${applied.stderr}`);
  }
  const source = path.join(vendored, 'src');
  rmSync(source, { recursive: true, force: true });
  cpSync(path.join(work, 'src'), source, { recursive: true });
  cpSync(path.join(work, 'LICENSE.txt'), path.join(vendored, 'LICENSE.txt'));
  process.stderr.write(keepRejected ? applied.stderr : '');
}

function writePatch() {
  copyPublished(path.join(work, 'a'));
  cpSync(path.join(vendored, 'src'), path.join(work, 'b', 'src'), { recursive: true });
  cpSync(path.join(work, 'a', 'LICENSE.txt'), path.join(work, 'b', 'LICENSE.txt'));
  const options = ['--no-index', '--no-ext-diff', '--no-color', '--no-prefix', '--full-index'];
  const { stdout, stderr, status } = git(['diff', ...options, 'a', 'b']);
  if (status > 1) {
    throw new Error(stderr);
  }
  writeFileSync(patch, stdout);
}

/** The files that are taken, as published. */
function copyPublished(folder) {
  const published = publishedFolder();
  for (const file of [...taken, 'LICENSE.txt']) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), readFileSync(path.join(published, file)));
  }
}

/** Where cargo keeps the published source; it is downloaded when it is not there. */
function publishedFolder() {
  const args = ['metadata', '--format-version', '1', '--locked'];
  const { stdout, stderr, status } = spawnSync('cargo', args, {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) {
    throw new Error(stderr);
  }
  const isPublished = ({ name, source }) => name === 'syntect' && source?.startsWith('registry+');
  const folder = path.dirname(JSON.parse(stdout).packages.find(isPublished).manifest_path);
  if (!existsSync(folder)) {
    throw new Error(`${folder} is missing: run cargo fetch --locked`);
  }
  return folder;
}

/** Runs git on plain files: it must not take them for a part of this repository. */
function git(args) {
  const env = environment({ GIT_CEILING_DIRECTORIES: path.dirname(work) });
  return spawnSync('git', args, { cwd: work, env, encoding: 'utf8', maxBuffer: 1 << 28 });
}
