// What the docs name must be there: commands of the README, links, paths of the repository, versions of browsers, and for
// operators the commands of the program, its variables and its units.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { versionsOf } from './browser-floor.mjs';
import { report } from './problems.mjs';

/** Pages that say how things are now. A decision may name what was there when it was made. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'engine-wasm/README.md',
  'frontend/extension/README.md',
  'migrations/README.md',
  'seeds/README.md',
  ...pagesIn('docs'),
];
const pagesWithLinks = [...pages, ...pagesIn('docs/decisions')];
/** A path in code marks, up to the first space. */
const namedPath =
  /`((?:deploy|engine-wasm|server|frontend|scripts|docs|migrations|seeds)\/[^`\s]+)[^`]*`/g;
/** Pages that say which browsers are supported, and for what. */
const pagesWithBrowsers = {
  'README.md': ['app', 'sites'],
  'frontend/public/unsupported.js': ['app'],
  'seeds/handbook/zh-CN/getting-started/03-around-the-editor.md': ['app', 'sites'],
  'seeds/handbook/en/getting-started/03-around-the-editor.md': ['app', 'sites'],
  'seeds/handbook/zh-CN/publishing/11-when-readers-ask.md': ['sites'],
  'seeds/handbook/en/publishing/11-when-readers-ask.md': ['sites'],
};
/** Pages for people who run a server. */
const pagesForOperators = [
  'docs/operating.md',
  ...pagesIn('seeds/handbook/zh-CN/self-hosting'),
  ...pagesIn('seeds/handbook/en/self-hosting'),
];
/** Made by commands, so not there in a fresh checkout. */
const built = /^frontend\/(dist|node_modules|src\/engine\/pkg)\b/;

/** Decisions whose title does not begin with the number of their file. */
export function wrongNumbers(titles) {
  return Object.entries(titles)
    .filter(([file, title]) => !title.startsWith(`# ${Number(file.slice(0, 4))}. `))
    .map(([file]) => file);
}

/** The first lines of decisions by their files. */
function titlesOfDecisions() {
  const files = readdirSync(path.join(root, 'docs/decisions')).filter((name) => /^\d/.test(name));
  return Object.fromEntries(
    files.map((name) => [name, read(`docs/decisions/${name}`).split('\n', 1)[0]]),
  );
}

/** Checks the docs and throws with everything that does not exist. */
export function checkDocs() {
  const commands = commandsOf(read('README.md'));
  const problems = [
    ...wrongNumbers(titlesOfDecisions()).map(
      (file) => `docs/decisions/${file}: its title has another number`,
    ),
    ...commands.flatMap((command) => commandProblem(command, makeTargets())),
    ...pagesWithLinks.flatMap((page) =>
      missingLinks(read(page), path.dirname(page)).map((link) => `${page}: no such file: ${link}`),
    ),
    ...pages.flatMap((page) =>
      missingPaths(read(page)).map((name) => `${page}: no such path: ${name}`),
    ),
    ...Object.entries(pagesWithBrowsers).flatMap(([page, environments]) =>
      wrongBrowsers(read(page), environments.flatMap(versionsOf)).map(
        (problem) => `${page}: ${problem}`,
      ),
    ),
    ...pagesForOperators.flatMap((page) =>
      [...unknownNames(read(page), namesForOperators()), ...missingPaths(read(page))].map(
        (name) => `${page}: there is no ${name}`,
      ),
    ),
    ...unnamedFeatures().map((name) => `docs/ARCHITECTURE.md: does not name the feature ${name}`),
  ];
  report(problems, `${commands.length} commands, ${pagesWithLinks.length} pages`);
}

/** Relative links of a page that lead nowhere; `folder` is that of the page. Code marks hold examples. */
export function missingLinks(text, folder) {
  return [...text.replace(/`[^`\n]*`/g, '').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
    .map(([, link]) => link)
    .filter((link) => !existsSync(path.join(root, folder, link)));
}

/** Paths that a page names and that are not there. A module needs no ending, braces are alternatives, patterns are skipped. */
export function missingPaths(text) {
  return [...text.matchAll(namedPath)]
    .flatMap(([, name]) => alternatives(name))
    .filter((name) => !/[<>*…]/.test(name) && !built.test(name))
    .filter((name) => !['', '.rs', '.ts'].some((end) => existsSync(path.join(root, name + end))));
}

/** Browsers that a page names in another version than one of `versions` (`Safari 16.4`), or does not name. */
export function wrongBrowsers(text, versions) {
  const named = [...text.matchAll(/\b(?:Chrome|Edge|Safari|Firefox) \d+(?:\.\d+)*/g)].map(
    ([name]) => name,
  );
  return [
    ...versions.filter((version) => !named.includes(version)).map((v) => `does not name ${v}`),
    ...named
      .filter((name) => !versions.includes(name))
      .map((name) => `${name} is not in the browserslist of frontend/package.json`),
  ];
}

/**
 * Commands of `moyan`, variables and units that a page names in code and that are not there.
 *
 * - `names`: those that are there, `{ commands, variables, units }`, each a set. A variable may be a file of a secret.
 */
export function unknownNames(text, { commands, variables, units }) {
  const code = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```|`([^`\n]+)`/gm)]
    .map(([, block, span]) => block ?? span)
    .join('\n');
  const named = (pattern) => [...new Set([...code.matchAll(pattern)].map(([, name]) => name))];
  return [
    ...named(/(?:^|[\s'"]|bin\/)moyan ([a-z][a-z-]*)/gm)
      .filter((name) => !commands.has(name))
      .map((name) => `moyan ${name}`),
    ...named(/\b([A-Z][A-Z0-9]+_[A-Z0-9_]+)\b/g).filter(
      (name) => !variables.has(name) && !variables.has(name.replace(/_FILE$/, '')),
    ),
    ...named(/\b(moyan[\w-]*\.(?:service|socket|timer))\b/g).filter((name) => !units.has(name)),
  ];
}

/** The commands of the program, the variables that it reads, and its units. */
function namesForOperators() {
  const [, list = ''] =
    /^enum Command \{\n([\s\S]*?)^\}/m.exec(read('server/src/cli/mod.rs')) ?? [];
  const commands = [...list.matchAll(/^ {4}([A-Z][A-Za-z]*)/gm)].map(([, name]) =>
    name.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
  );
  const variables = [...read('.env.sample').matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  return {
    commands: new Set(commands),
    variables: new Set(variables),
    units: new Set(readdirSync(path.join(root, 'deploy/systemd'))),
  };
}

function alternatives(name) {
  const [whole, list] = /\{([^{}]*)\}/.exec(name) ?? [];
  return list === undefined
    ? [name]
    : list.split(',').flatMap((one) => alternatives(name.replace(whole, one)));
}

function read(page) {
  return readFileSync(path.join(root, page), 'utf8');
}

function pagesIn(folder) {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

/** Features of the server that the map of the code leaves out. */
function unnamedFeatures() {
  const map = read('docs/ARCHITECTURE.md');
  return readdirSync(path.join(root, 'server/src/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !map.includes(`\`${entry.name}\``))
    .map((entry) => entry.name);
}

function commandsOf(text) {
  return [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```/gm)]
    .flatMap(([, block]) => block.split('\n'))
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function makeTargets() {
  return new Set([...read('Makefile').matchAll(/^([a-z]+):/gm)].map(([, name]) => name));
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
