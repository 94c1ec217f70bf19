// Installs what building the engine needs: Rust's target for wasm and wasm-bindgen. For the checks also cargo-deny, for
// a release cargo-cyclonedx.
//
// The programs live outside the repository, so that a second checkout finds them.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, toolsBin } from '../paths.mjs';
import { progress } from '../progress.mjs';
import { StepError } from '../steps.mjs';
import { runLogged } from './run-logged.mjs';

const { say, timed } = progress('setup');

const folder = path.dirname(toolsBin);
const target = 'wasm32-unknown-unknown';

/** wasm-bindgen must be of the version that the workspace pins: the two halves of a binding have to match. */
function pinnedBindgen() {
  const manifest = readFileSync(path.join(root, 'Cargo.toml'), 'utf8');
  const version = /^wasm-bindgen = "=([\d.]+)"$/m.exec(manifest)?.[1];
  if (!version) {
    throw new StepError('Cargo.toml does not pin wasm-bindgen with "="');
  }
  return version;
}

/**
 * `optimized`: the crates that read and write modules, for which time counts at every build of the engine.
 * All others are compiled without optimization, in half of the time.
 * `asked`: how a program is asked for its version, where it is not `--version`.
 */
const buildTools = () => [
  {
    crate: 'wasm-bindgen-cli',
    program: 'wasm-bindgen',
    version: pinnedBindgen(),
    optimized: ['walrus', 'wasmparser', 'wasm-encoder', 'id-arena', 'wasm-bindgen-cli-support'],
    about: 'one to two minutes on two cores',
  },
];

const checkTools = [
  {
    crate: 'cargo-deny',
    program: 'cargo-deny',
    version: '0.20.2',
    optimized: [],
    about: 'one and a half minutes on two cores',
  },
];

const releaseTools = [
  {
    crate: 'cargo-cyclonedx',
    program: 'cargo-cyclonedx',
    version: '0.5.9',
    asked: ['cyclonedx', '--version'],
    optimized: [],
    about: 'two minutes on two cores',
  },
];

/**
 * Installs what is missing, one tool after the other: each keeps all cores busy.
 *
 * - `forChecks`: also what only the checks need; `forRelease`: also what only a release needs.
 */
export async function installTools({ forChecks, forRelease }) {
  await addTarget();
  const tools = [
    ...buildTools(),
    ...(forChecks ? checkTools : []),
    ...(forRelease ? releaseTools : []),
  ];
  for (const tool of tools.filter((one) => !isInstalled(one))) {
    const { crate, version, about } = tool;
    await timed(`building ${crate} ${version}, once, about ${about}`, () => install(tool));
  }
}

async function addTarget() {
  if (hasTarget()) {
    return;
  }
  say(`adding Rust's target ${target}`);
  const added = spawnSync('rustup', ['target', 'add', target], { cwd: root, stdio: 'inherit' });
  if (added.status !== 0 || !hasTarget()) {
    throw new StepError(`Rust's target ${target} is missing, and rustup could not add it`);
  }
}

/** Whether the toolchain of the repository has the standard library of the target. */
function hasTarget() {
  const { stdout } = spawnSync('rustc', ['--print', 'sysroot'], { cwd: root, encoding: 'utf8' });
  return existsSync(path.join((stdout ?? '').trim(), 'lib', 'rustlib', target, 'lib'));
}

/** Asks the program itself: one that does not run counts as missing. */
function isInstalled({ program, version, asked = ['--version'] }) {
  const { stdout } = spawnSync(path.join(toolsBin, program), asked, { encoding: 'utf8' });
  return stdout?.split(/\s/)[1] === version;
}

async function install(tool) {
  mkdirSync(folder, { recursive: true });
  const { crate, program, version, optimized } = tool;
  const { RUSTFLAGS, ...inherited } = process.env;
  const env = {
    ...inherited,
    // A target folder of its own: the repository's flags and profiles do not matter here.
    CARGO_TARGET_DIR: path.join(folder, 'target'),
    CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
  };
  const args = [
    ...['install', '--locked', '--force', '--root', folder, '--version', version, crate],
    ...optimized.flatMap((name) => ['--config', `profile.release.package.${name}.opt-level=1`]),
  ];
  const log = path.join(folder, `install-${program}.log`);
  const attempt = () => runLogged('cargo', args, { cwd: folder, env, log });
  await attempt().catch((error) => {
    say(`${error.message}\nsetup: ${crate} could not be installed; trying once more`);
    return attempt();
  });
  if (!isInstalled(tool)) {
    throw new StepError(`${path.join(toolsBin, program)} does not say that it is ${version}`);
  }
  rmSync(path.join(folder, 'target'), { recursive: true, force: true });
}
