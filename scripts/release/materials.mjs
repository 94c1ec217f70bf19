// The bills of materials: what the program is made of, in CycloneDX JSON, for tools that know of vulnerabilities.

import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { environment, frontend, root } from '../paths.mjs';
import { commitTime, output, version } from './program.mjs';

/** Of npm: run by npx, since nothing else needs it. */
const forNpm = '@cyclonedx/cyclonedx-npm@6.0.1';

/** Writes `moyan-VERSION-rust.cdx.json` and `moyan-VERSION-npm.cdx.json`. */
export function writeMaterials(out) {
  const name = (part) => path.join(out, `moyan-${version()}-${part}.cdx.json`);
  writeCrates(name('rust'));
  output(
    'npx',
    [
      ...['--yes', forNpm, '--omit', 'dev', '--output-reproducible'],
      ...['--output-format', 'JSON', '--output-file', name('npm')],
    ],
    { cwd: frontend },
  );
}

/** cargo-cyclonedx writes beside each manifest of the workspace. */
function writeCrates(file) {
  const beside = 'bill-of-materials';
  try {
    output(
      'cargo-cyclonedx',
      [
        ...['cyclonedx', '--format', 'json', '--override-filename', beside],
        ...['--features', 'embed,postgres-tls', '--manifest-path', 'server/Cargo.toml'],
      ],
      {
        env: environment({ SOURCE_DATE_EPOCH: String(commitTime()) }),
      },
    );
    cpSync(path.join(root, 'server', `${beside}.json`), file);
  } finally {
    for (const manifest of output('git', ['ls-files', '*Cargo.toml']).trim().split('\n')) {
      rmSync(path.join(root, path.dirname(manifest), `${beside}.json`), { force: true });
    }
  }
}
