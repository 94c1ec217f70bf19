// The Debian package: program, units, the user and its folders, configuration, manual pages, completions.

import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../paths.mjs';
import { StepError } from '../steps.mjs';
import {
  architecture,
  commitTime,
  copyInto,
  output,
  setModes,
  version,
  writeManual,
} from './program.mjs';

/** Who answers for the package; `MOYAN_MAINTAINER` names somebody else. */
const maintainer = process.env.MOYAN_MAINTAINER || 'Moyan <moyan@invalid.invalid>';
const scripts = ['postinst', 'prerm', 'postrm'];
/** Files of an operator: an upgrade asks before it changes one that was edited. */
const configuration = ['/etc/moyan/moyan.env'];

/**
 * Writes `moyan_VERSION_ARCHITECTURE.deb`, and returns its path.
 *
 * - `licenses`: the file with those of all dependencies.
 * - `work`: an empty folder for what goes in; `out`: where the package goes.
 * - `compression`: a type that `dpkg-deb -Z` knows.
 */
export function writePackage({ program, licenses, work, out, compression = 'xz' }) {
  const folder = path.join(work, 'package');
  writeFiles(program, licenses, folder);
  writeManualPages(program, work, folder);
  writeControl(folder, sharedLibraries(path.join(folder, 'usr/bin/moyan'), work));
  setModes(folder, ['usr/bin/moyan', ...scripts.map((name) => `DEBIAN/${name}`)]);
  const file = path.join(out, `moyan_${version()}_${architecture}.deb`);
  output('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', folder, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(commitTime()) },
  });
  return file;
}

function writeFiles(program, licenses, folder) {
  const to = (name) => path.join(folder, name);
  mkdirSync(to('usr/bin'), { recursive: true });
  cpSync(program, to('usr/bin/moyan'));
  output('strip', ['--strip-unneeded', to('usr/bin/moyan')]);
  const units = readdirSync(path.join(root, 'deploy/systemd')).filter((name) =>
    name.startsWith('moyan'),
  );
  copyInto(
    to('usr/lib/systemd/system'),
    units.map((name) => `deploy/systemd/${name}`),
  );
  copyInto(to('usr/lib/sysusers.d'), [['deploy/systemd/sysusers.conf', 'moyan.conf']]);
  copyInto(to('usr/lib/tmpfiles.d'), [['deploy/systemd/tmpfiles.conf', 'moyan.conf']]);
  copyInto(to('etc/moyan'), ['deploy/moyan.env']);
  const docs = to('usr/share/doc/moyan');
  copyInto(docs, [
    ...[
      ['LICENSE', 'copyright'],
      ['.env.sample', 'env.sample'],
    ],
    ...['README.md', 'docs/operating.md', 'deploy/nginx.conf', 'deploy/monitoring'],
  ]);
  // install.sh reads it: what is below doc may be left out when a package is installed.
  copyInto(to('usr/share/moyan'), ['deploy/Caddyfile']);
  const compressed = (text, name) => writeFileSync(path.join(docs, name), zipped(text));
  compressed(readFileSync(licenses), `${path.basename(licenses)}.gz`);
  compressed(readFileSync(path.join(root, 'CHANGELOG.md')), 'CHANGELOG.md.gz');
  compressed(changelog(), 'changelog.gz');
}

/** What Debian's tools read: the last change only, which leads to the others. */
function changelog() {
  const date = new Date(commitTime() * 1000).toUTCString().replace('GMT', '+0000');
  return `moyan (${version()}) stable; urgency=medium\n\n  * CHANGELOG.md says what is new.\n\n -- ${maintainer}  ${date}\n`;
}

/** Compressed as gzip -9n does: without a time. */
function zipped(text) {
  return gzipSync(text, { level: 9 });
}

function writeManualPages(program, work, folder) {
  const manual = path.join(work, 'manual');
  writeManual(program, manual);
  const pages = path.join(folder, 'usr/share/man/man1');
  mkdirSync(pages, { recursive: true });
  for (const page of readdirSync(path.join(manual, 'man1'))) {
    writeFileSync(
      path.join(pages, `${page}.gz`),
      zipped(readFileSync(path.join(manual, 'man1', page))),
    );
  }
  for (const [name, place] of [
    ['moyan.bash', 'bash-completion/completions/moyan'],
    ['_moyan', 'zsh/vendor-completions/_moyan'],
    ['moyan.fish', 'fish/vendor_completions.d/moyan.fish'],
  ]) {
    cpSync(path.join(manual, 'completions', name), path.join(folder, 'usr/share', place));
  }
}

/** The packages of the libraries that the program is linked with, as dpkg-shlibdeps finds them. */
function sharedLibraries(program, work) {
  const folder = path.join(work, 'dependencies');
  mkdirSync(path.join(folder, 'debian'), { recursive: true });
  writeFileSync(
    path.join(folder, 'debian/control'),
    `Source: moyan\n\nPackage: moyan\nArchitecture: ${architecture}\n`,
  );
  const found = output('dpkg-shlibdeps', ['-O', '-e', program], { cwd: folder });
  const [, packages] = /^shlibs:Depends=(.+)$/m.exec(found) ?? [];
  if (packages === undefined) {
    throw new StepError(`dpkg-shlibdeps finds no libraries: ${found}`);
  }
  return packages;
}

function writeControl(folder, libraries) {
  const control = path.join(folder, 'DEBIAN');
  const files = filesBelow(folder);
  const kilobytes = Math.ceil(
    files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0) / 1024,
  );
  copyInto(
    control,
    scripts.map((name) => `deploy/debian/${name}`),
  );
  const write = (name, lines) => writeFileSync(path.join(control, name), `${lines.join('\n')}\n`);
  write('conffiles', configuration);
  write(
    'md5sums',
    files
      .filter((file) => !configuration.includes(`/${file}`))
      .map((file) => output('md5sum', [file], { cwd: folder }).trimEnd()),
  );
  write('control', [
    'Package: moyan',
    `Version: ${version()}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${kilobytes}`,
    `Depends: ${libraries}, systemd`,
    'Recommends: ca-certificates',
    'Suggests: caddy, postgresql',
    'Section: web',
    'Priority: optional',
    'Description: Markdown editor for WeChat articles that publishes sites',
    ' Moyan renders Markdown as articles of WeChat Official Accounts, and publishes',
    ' knowledge bases as websites, for everybody or for readers who pay.',
    ' .',
    ' The server needs a PostgreSQL. It does not start by itself: moyan.env in',
    ' /etc/moyan has what it needs to know.',
  ]);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
