// Tries the Debian package: makes one of the program of the tests, unpacks it, and runs what came out.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cargoTarget, there } from './paths.mjs';
import { writePackage } from './release/debian.mjs';
import { output, version } from './release/program.mjs';

/** What must be in the package, besides the program. */
const files = [
  'etc/moyan/moyan.env',
  'usr/lib/systemd/system/moyan.service',
  'usr/lib/systemd/system/moyan.socket',
  'usr/lib/systemd/system/moyan-backup.service',
  'usr/lib/systemd/system/moyan-backup.timer',
  'usr/lib/sysusers.d/moyan.conf',
  'usr/lib/tmpfiles.d/moyan.conf',
  'usr/share/bash-completion/completions/moyan',
  'usr/share/doc/moyan/copyright',
  'usr/share/doc/moyan/env.sample',
  'usr/share/fish/vendor_completions.d/moyan.fish',
  'usr/share/man/man1/moyan-serve.1.gz',
  'usr/share/zsh/vendor-completions/_moyan',
];

/** Throws when the package lacks something, or the program in it does not run. */
export function tryPackage() {
  const hasTools = spawnSync('dpkg-shlibdeps', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!hasTools || !there('/etc/debian_version')) {
    console.log('this is no Debian with dpkg-dev: the package was not tried');
    return;
  }
  const work = mkdtempSync(path.join(tmpdir(), 'moyan-package-'));
  try {
    const file = build(work);
    const folder = path.join(work, 'unpacked');
    output('dpkg-deb', ['--extract', file, folder]);
    for (const name of files) {
      assert.ok(there(folder, name), `${name} is not in the package`);
    }
    assert.equal(output('dpkg-deb', ['--field', file, 'Version']).trim(), version());
    assert.match(output('dpkg-deb', ['--field', file, 'Depends']), /libc6/);
    tryControl(file, path.join(work, 'control'));
    tryProgram(path.join(folder, 'usr/bin/moyan'));
    console.log(`${path.basename(file)}: ${files.length} files, and the program runs`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Not compressed, and without the licenses that `make release` collects: seconds. */
function build(work) {
  const licenses = path.join(work, 'THIRD-PARTY-LICENSES.txt');
  writeFileSync(licenses, '');
  const out = path.join(work, 'out');
  mkdirSync(out);
  const program = path.join(cargoTarget, 'debug', 'moyan');
  return writePackage({ program, licenses, work, out, compression: 'none' });
}

/** Scripts that the shell reads and dpkg may run, and a configuration that an upgrade keeps. */
function tryControl(file, folder) {
  output('dpkg-deb', ['--control', file, folder]);
  assert.match(output('cat', [path.join(folder, 'conffiles')]), /^\/etc\/moyan\/moyan\.env$/m);
  const scripts = readdirSync(folder).filter((name) => /^(pre|post)/.test(name));
  assert.deepEqual(scripts.sort(), ['postinst', 'postrm', 'prerm']);
  for (const script of scripts) {
    output('sh', ['-n', path.join(folder, script)]);
    assert.equal(statSync(path.join(folder, script)).mode & 0o777, 0o755, script);
  }
}

function tryProgram(program) {
  assert.equal(output(program, ['--version']).trim(), `moyan ${version()}`);
  const { status, stderr } = spawnSync(program, ['serve'], {
    encoding: 'utf8',
    env: { PORT: 'http' },
  });
  assert.match(stderr, /^moyan: PORT=http: /);
  assert.equal(status, 2);
}
