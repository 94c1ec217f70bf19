// Finds a Chromium for tests: one of the machine, else the one inside an npm package.
//
// Usage in a script: chromium() gives { executablePath, args, env }.
// On the command line it prints them as JSON.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cache, frontend } from './paths.mjs';

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const folders = [
  '/usr/bin',
  '/usr/local/bin',
  '/usr/lib/chromium',
  '/snap/bin',
  '/opt/google/chrome',
];
const macos = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A Chromium of the machine, by CHROMIUM_PATH or by its usual places. */
function installed() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isExecutable(named)) {
      throw new Error(`CHROMIUM_PATH=${named}: no such program`);
    }
    return named;
  }
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) =>
    [...folders, ...onPath].map((folder) => path.join(folder, name)),
  );
  return [...candidates, ...macos].find(isExecutable);
}

/** Where the npm package's Chromium is unpacked: outside the repository, by version. */
function unpackFolder() {
  const manifest = path.join(frontend, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  return path.join(cache, `chromium-${JSON.parse(readFileSync(manifest, 'utf8')).version}`);
}

/** Unpacks the npm package's Chromium, with the libraries and fonts that come with it. */
async function unpack() {
  const require = createRequire(path.join(frontend, 'package.json'));
  const { default: packed } = await import(
    pathToFileURL(require.resolve('@sparticuz/chromium')).href
  );
  const executablePath = await packed.executablePath();
  const { FONTCONFIG_PATH, LD_LIBRARY_PATH } = process.env;
  return {
    executablePath,
    args: ['--no-sandbox', '--no-zygote'],
    env: { FONTCONFIG_PATH, LD_LIBRARY_PATH },
  };
}

/**
 * The browser to test with.
 *
 * - `executablePath`: the program.
 * - `args`: what it must be started with here; without a sandbox where root runs it.
 * - `env`: variables that it needs.
 */
export function chromium() {
  const program = installed();
  if (program) {
    return {
      executablePath: program,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      env: {},
    };
  }
  // A configuration file cannot wait, so the unpacking runs in a process of its own.
  // The package unpacks into the temporary folder, and its libraries only where it believes to be in the cloud.
  const folder = unpackFolder();
  mkdirSync(folder, { recursive: true });
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--unpack'], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  if (child.status !== 0) {
    // What is half unpacked would be taken for whole the next time.
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      `no Chromium was found, and that of @sparticuz/chromium cannot be unpacked:\n${child.stderr}`,
    );
  }
  return JSON.parse(child.stdout);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = process.argv.includes('--unpack') ? await unpack() : chromium();
  console.log(JSON.stringify(found));
}
