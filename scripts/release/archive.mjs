// The archive: the program in a folder, for every distribution.

import { cpSync } from 'node:fs';
import path from 'node:path';
import { architecture, commitTime, copyInto, output, version, writeManual } from './program.mjs';

/**
 * Writes `moyan-VERSION-linux-ARCHITECTURE.tar.gz`.
 *
 * - `licenses`: the file with those of all dependencies.
 * - `work`: an empty folder for what goes in; `out`: where the archive goes.
 */
export function writeArchive({ program, licenses, work, out }) {
  const name = `moyan-${version()}-linux-${architecture}`;
  const folder = path.join(work, name);
  copyInto(folder, ['LICENSE', 'README.md', 'CHANGELOG.md', ['.env.sample', 'env.sample']]);
  copyInto(folder, ['deploy', 'docs/operating.md']);
  cpSync(program, path.join(folder, 'moyan'));
  cpSync(licenses, path.join(folder, path.basename(licenses)));
  writeManual(program, path.join(folder, 'manual'));
  output('tar', [
    ...['--create', '--gzip', '--file', path.join(out, `${name}.tar.gz`)],
    ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX,u+w,go-w'],
    ...[`--mtime=@${commitTime()}`, '--directory', work, name],
  ]);
}
