// What deploy/ holds for an operator: units that systemd reads, with their sandbox, variables that there are, and what
// monitoring asks for.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../paths.mjs';
import { monitoringProblems, promtoolProblems } from './monitoring.mjs';
import { report } from './problems.mjs';

const deploy = path.join(root, 'deploy');
/** The units as they are installed, by name. */
export const units = () =>
  Object.fromEntries(
    readdirSync(path.join(deploy, 'systemd'))
      .filter((name) => /\.(service|socket|timer)$/.test(name))
      .map((name) => [name, readFileSync(path.join(deploy, 'systemd', name), 'utf8')]),
  );
/** The most that `systemd-analyze security` may say of a service, from 0 (nothing allowed) to 10. */
const maxExposure = 1.5;
/** Files that set variables of `moyan serve`, with what is before a name. */
const settings = {
  'moyan.env': /^#?/,
  'compose.yaml': /^ {6}/,
  Containerfile: /^(?:ENV|) +/,
};
/** Variables in these files that other programs read. */
const ofOthers = new Set([
  ...['MALLOC_MMAP_THRESHOLD_', 'SSL_CERT_FILE', 'MOYAN'],
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE'],
]);

/** Checks deploy/ and throws with what is wrong. */
export function checkDeploy() {
  const sample = readFileSync(path.join(root, '.env.sample'), 'utf8');
  const problems = Object.entries(settings).flatMap(([file, before]) =>
    unknownVariables(readFileSync(path.join(deploy, file), 'utf8'), before, sample).map(
      (name) => `deploy/${file}: .env.sample does not name ${name}`,
    ),
  );
  if (!canReadUnits()) {
    console.log(
      'no systemd-analyze of systemd 250 or newer is here: the units in deploy were not read',
    );
  } else {
    problems.push(...unitProblems(units()));
  }
  problems.push(...monitoringProblems(), ...promtoolProblems());
  report(problems, 'deploy');
}

/** Whether there is a systemd-analyze that reads units of programs that are not installed. */
export function canReadUnits() {
  const { stdout } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });
  return Number(/^systemd (\d+)/.exec(stdout ?? '')?.[1]) >= 250;
}

/** Variables that a text sets and .env.sample does not have, by themselves or as the file of a secret. */
export function unknownVariables(text, before, sample) {
  const known = new Set([...sample.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name));
  const line = new RegExp(`${before.source}([A-Z][A-Z0-9_]*)(?:=|: )`, 'gm');
  return [...text.matchAll(line)]
    .map(([, name]) => name)
    .filter((name) => !ofOthers.has(name))
    .filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')));
}

/**
 * What systemd does not understand in units, and services that may do more than they need.
 *
 * - `texts`: units by name. The program need not be installed.
 */
export function unitProblems(texts) {
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-units-'));
  try {
    const files = Object.entries(texts).map(([name, text]) => {
      const file = path.join(folder, name);
      writeFileSync(file, text.replaceAll('/usr/bin/moyan', '/bin/true'));
      return file;
    });
    // What is wrong with units of the machine is not ours.
    const verified = analyze('verify', '--man=no', '--recursive-errors=no', ...files);
    return [
      ...verified.split('\n').filter((line) => line !== ''),
      ...files.filter((file) => file.endsWith('.service')).flatMap(exposureProblem),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exposureProblem(file) {
  const said = analyze('security', '--offline=true', '--no-pager', file);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1] ?? Number.NaN);
  return exposure <= maxExposure
    ? []
    : [`${path.basename(file)}: an exposure of ${exposure}, at most ${maxExposure} is allowed`];
}

function analyze(...args) {
  const { stdout, stderr } = spawnSync('systemd-analyze', args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8', SYSTEMD_COLORS: '0' },
  });
  return stdout + stderr;
}
