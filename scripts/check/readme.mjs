// Every command and file that the README names must be there.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { report } from './problems.mjs';

/** Checks the README's code blocks and links and throws with everything that does not exist. */
export function checkReadme() {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8');
  const targets = new Set(
    [...readFileSync(path.join(root, 'Makefile'), 'utf8').matchAll(/^([a-z]+):/gm)].map(
      ([, name]) => name,
    ),
  );
  const commands = [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```/gm)]
    .flatMap(([, block]) => block.split('\n'))
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, place]) => place);
  const problems = [
    ...commands.flatMap((command) => commandProblem(command, targets)),
    ...links
      .filter((place) => !existsSync(path.join(root, place)))
      .map((place) => `no such file: ${place}`),
  ];
  report(problems, `${commands.length} commands and ${links.length} links`);
}

function commandProblem(command, targets) {
  const [program, argument] = command.split(/\s+/);
  if (program === 'make') {
    return targets.has(argument) ? [] : [`no such target: ${command}`];
  }
  if (/^(\.\/)?(scripts|\.ci)\//.test(program)) {
    return existsSync(path.join(root, program)) ? [] : [`no such program: ${command}`];
  }
  if (program === 'node') {
    return existsSync(path.join(root, argument)) ? [] : [`no such script: ${command}`];
  }
  return [];
}
