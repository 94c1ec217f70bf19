// Tries the API of the built server against its OpenAPI document, with requests that schemathesis makes up.
//
// Usage: node scripts/schemathesis.mjs   (after `cargo build -p moyan-server`)
//
// schemathesis is a Python program; without Python, or where it cannot be installed, this says so and passes.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cache, cargoTarget, environment, root, there } from './paths.mjs';
import { run, StepError } from './steps.mjs';
import { withServer } from './with-server.mjs';

const version = '4.32.5';
const home = path.join(cache, `schemathesis-${version}`);
const program = path.join(home, 'bin', 'st');

/** What would end the session that the rest of the run needs. */
const excluded = [
  'logout',
  'delete_session',
  'delete_other_sessions',
  'set_admin_role',
  'suspend_user',
];
/**
 * Checks that do not hold by design:
 * - a described body can be refused, because a code or password cannot be guessed;
 * - fields and parameters that nobody knows are ignored, not refused.
 */
const excludedChecks = ['positive_data_acceptance', 'negative_data_rejection'];

/** True when schemathesis is there, after installing it. */
function isInstalled() {
  if (there(program)) {
    return true;
  }
  rmSync(home, { recursive: true, force: true });
  const quiet = { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
  const venv = spawnSync('python3', ['-m', 'venv', home], quiet);
  const install =
    venv.status === 0
      ? spawnSync(
          path.join(home, 'bin', 'pip'),
          ['install', '-q', `schemathesis==${version}`],
          quiet,
        )
      : venv;
  if (install.status !== 0) {
    rmSync(home, { recursive: true, force: true });
    console.log(`skipped: schemathesis ${version} cannot be installed here (python3 -m venv, pip)`);
    console.log((install.stderr ?? install.error?.message ?? '').split('\n').slice(-4).join('\n'));
  }
  return install.status === 0;
}

/** Makes an administrator and logs in. */
async function adminToken(url, database) {
  const made = spawnSync(
    path.join(cargoTarget, 'debug', 'moyan'),
    ['user', 'create', 'root@example.com', '--nickname', 'root', '--admin'],
    { input: 'a good password\n', encoding: 'utf8', env: environment({ DATABASE_URL: database }) },
  );
  if (made.status !== 0) {
    throw new StepError(`moyan user create: ${made.stderr}`);
  }
  const answer = await fetch(`${url}/api/account/loginByIdentifier`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      identifier: 'root@example.com',
      identityType: 'email',
      passwd: 'a good password',
      device: 'web',
    }),
  });
  return (await answer.json()).token;
}

/** Tries the API; throws a StepError when an answer is not as it is described. */
export async function tryDescription() {
  if (!isInstalled()) {
    return;
  }
  // It keeps what it found in the working folder.
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-schemathesis-'));
  try {
    const tryAll = async (url, database) => {
      const token = await adminToken(url, database);
      await run(
        program,
        [
          ...['run', path.join(root, 'frontend/src/api/generated/openapi.json'), '--url', url],
          ...['--header', `token: ${token}`, '--phases', 'examples,coverage,fuzzing'],
          ...['--max-examples', '10', '--seed', '1', '--checks', 'all'],
          ...['--exclude-checks', excludedChecks.join(',')],
          ...excluded.flatMap((name) => ['--exclude-operation-id', name]),
          ...['--exclude-path-regex', '^/(readyz|dev)'],
          ...['--warnings', 'off', '--no-color'],
        ],
        { cwd: folder },
      );
    };
    // The frontend may be built at the same time, and its folder is empty until then.
    await withServer(tryAll, { name: 'postgres-description', hasFrontend: false });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    await tryDescription();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
