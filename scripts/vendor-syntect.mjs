// The parser in engine-wasm/vendor/syntect: the published source of syntect with upstream.patch.
//
// Usage: node scripts/vendor-syntect.mjs --check    fails if src is not the published source with the patch
//        node scripts/vendor-syntect.mjs --apply    writes src from the published source and the patch
//        node scripts/vendor-syntect.mjs --reject   the same, with *.rej files in src for what does not apply
//        node scripts/vendor-syntect.mjs --diff     writes the patch from src, after an edit of src
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
import { environment, root, shown } from './paths.mjs';

const vendored = path.join(root, 'engine-wasm', 'vendor', 'syntect');
const source = path.join(vendored, 'src');
const patch = path.join(vendored, 'upstream.patch');
/** What the vendored crate takes from the published one. The patch adds the files that are not here. */
const taken = ['mod', 'parser', 'scope', 'syntax_definition'].map(
  (name) => `src/parsing/${name}.rs`,
);

const option = process.argv[2];
const work = mkdtempSync(path.join(tmpdir(), 'moyan-syntect-'));
try {
  if (option === '--check') {
    checkSource();
  } else if (option === '--apply' || option === '--reject') {
    writeSource(option === '--reject');
  } else if (option === '--diff') {
    writePatch();
  } else {
    throw new Error('name what to do: --check, --apply, --reject or --diff');
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true });
}

function checkSource() {
  copyPublished(work);
  applyPatch([]);
  const { stdout, status } = diff(path.join(work, 'src'), source, ['--stat']);
  if (status !== 0) {
    throw new Error(
      `${shown(source)} is not the published source with ${shown(patch)}:\n${stdout}` +
        'After an edit of src: node scripts/vendor-syntect.mjs --diff\n' +
        'After a change of the patch or the version: node scripts/vendor-syntect.mjs --apply',
    );
  }
}

function writeSource(keepRejected) {
  copyPublished(work);
  applyPatch(keepRejected ? ['--reject'] : []);
  rmSync(source, { recursive: true, force: true });
  cpSync(path.join(work, 'src'), source, { recursive: true });
  cpSync(path.join(work, 'LICENSE.txt'), path.join(vendored, 'LICENSE.txt'));
}

function writePatch() {
  copyPublished(path.join(work, 'a'));
  rmSync(path.join(work, 'a', 'LICENSE.txt'));
  cpSync(source, path.join(work, 'b', 'src'), { recursive: true });
  writeFileSync(patch, diff('a', 'b', ['--no-prefix', '--full-index']).stdout);
}

/** Applies the patch to the published files. With `--reject` it may fail in part. */
function applyPatch(options) {
  const { stderr, status } = git(['apply', ...options, patch]);
  if (status !== 0 && options.length === 0) {
    throw new Error(`${shown(patch)} does not apply to the published source:\n${stderr}`);
  }
  process.stderr.write(status === 0 ? '' : stderr);
}

/** What differs between two folders; the status is 0 if nothing does. */
function diff(one, other, options) {
  const result = git(['diff', '--no-index', '--no-ext-diff', '--no-color', ...options, one, other]);
  if (result.status > 1) {
    throw new Error(result.stderr);
  }
  return result;
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
