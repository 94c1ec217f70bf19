// Makes the files of a release out of the optimized program: archive, Debian package, what a container holds, bills of
// materials, checksums.
//
// Usage: node scripts/release.mjs   (after scripts/setup --release and scripts/build.mjs; `make release` does all three)

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cargoTarget, shown, there } from './paths.mjs';
import { writeArchive } from './release/archive.mjs';
import { writeContainer } from './release/container.mjs';
import { writePackage } from './release/debian.mjs';
import { writeLicenses } from './release/licenses.mjs';
import { writeMaterials } from './release/materials.mjs';
import { copyInto } from './release/program.mjs';
import { runSteps, StepError } from './steps.mjs';

const program = path.join(cargoTarget, 'release', 'moyan');
const out = path.join(cargoTarget, 'release-files');
const licenses = path.join(out, 'THIRD-PARTY-LICENSES.txt');

/** Gives a step a folder of its own, which goes with it. */
function inFolder(step) {
  const work = mkdtempSync(path.join(tmpdir(), 'moyan-release-'));
  try {
    step(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** An empty folder, and the program beside it. */
function begin() {
  if (!there(program)) {
    throw new StepError(`${shown(program)} is missing: node scripts/build.mjs`);
  }
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
}

function writeChecksums() {
  const lines = readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sum = createHash('sha256').update(readFileSync(path.join(out, name)));
      return `${sum.digest('hex')}  ${name}\n`;
    });
  writeFileSync(path.join(out, 'SHA256SUMS'), lines.join(''));
}

await runSteps('make release', [
  { name: 'An empty folder', run: begin },
  { name: 'Licenses', run: () => writeLicenses(licenses) },
  {
    name: 'Archive',
    run: () => inFolder((work) => writeArchive({ program, licenses, work, out })),
  },
  {
    name: 'Debian package',
    run: () => inFolder((work) => writePackage({ program, licenses, work, out })),
  },
  { name: 'Install script', run: () => copyInto(out, ['deploy/install.sh']) },
  { name: 'Container', run: () => writeContainer(program, path.join(out, 'container')) },
  { name: 'Bills of materials', run: () => writeMaterials(out) },
  { name: 'Checksums', run: writeChecksums },
]);
console.log(`Written to ${shown(out)}`);
