// What a container from scratch holds: the program, the libraries that it is linked with, and a few files.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StepError } from '../steps.mjs';
import { copyInto, output, setModes, version } from './program.mjs';

/** The certificates of authorities that Debian's ca-certificates installs, and most others have there too. */
const certificates = '/etc/ssl/certs/ca-certificates.crt';
/** The number of the user; Containerfile has it too. */
const user = 10_001;

/** Writes Containerfile and the folder `root` that it copies into a folder, which must not be there. */
export function writeContainer(program, folder) {
  const root = path.join(folder, 'root');
  const to = (name) => path.join(root, name);
  copyInto(folder, ['deploy/Containerfile']);
  writeVersion(path.join(folder, 'Containerfile'));
  for (const name of ['usr/bin', 'etc/ssl/certs', 'tmp', 'var/lib/moyan/files']) {
    mkdirSync(to(name), { recursive: true });
  }
  cpSync(program, to('usr/bin/moyan'));
  const libraries = librariesOf(program);
  for (const library of libraries) {
    cpSync(realpathSync(library), to(library), { dereference: true });
  }
  if (!existsSync(certificates)) {
    throw new StepError(`${certificates} is missing (Debian: apt-get install ca-certificates)`);
  }
  cpSync(certificates, to(certificates), { dereference: true });
  writeFileSync(to('etc/passwd'), `moyan:x:${user}:${user}::/var/lib/moyan:/\n`);
  writeFileSync(to('etc/group'), `moyan:x:${user}:\n`);
  setModes(root, ['usr/bin/moyan', ...libraries.map((library) => library.slice(1))]);
  chmodSync(to('tmp'), 0o1777);
}

/** The image says of which version it is. */
function writeVersion(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('\nARG VERSION\n', `\nARG VERSION=${version()}\n`));
}

/** The files that the loader maps into the program, the loader among them. */
function librariesOf(program) {
  return [...output('ldd', [program]).matchAll(/^\t(?:\S+ => )?(\/\S+) \(0x/gm)].map(
    ([, file]) => file,
  );
}
