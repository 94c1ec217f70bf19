// The image of a release as a running container: built, started with its own user, without capabilities and with a root
// that nobody can write to, over a private database; asked for the editor, an account and its health; stopped.
//
// Usage: node scripts/container.mjs [OPTION_OF_PODMAN_RUN …]   (after `make release`)
//
// Needs Debian's package `podman`. Where crun cannot be used: PODMAN="podman --runtime runc".

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, json } from './chaos/client.mjs';
import { cargoTarget } from './paths.mjs';
import { freePort, withPostgres } from './postgres.mjs';

const [podman, ...global] = (process.env.PODMAN ?? 'podman').split(' ');
const options = process.argv.slice(2);
const image = 'localhost/moyan';
const name = 'moyan-container-test';
/** Unlike the databases of tests, it waits for the disk: a server for production takes no other. */
const settings = { fsync: 'on', full_page_writes: 'on', 'moyan.private': 'off' };

/** Runs podman, and returns what it prints. */
function run(...args) {
  const { status, stdout, stderr, error } = spawnSync(podman, [...global, ...args], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, `podman ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

async function tryContainer(database) {
  const port = await freePort();
  const variables = {
    DATABASE_URL: database,
    BIND: `127.0.0.1:${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    JWT_SECRET: 'x'.repeat(32),
    MERCHANT_KEYS_SECRET: 'y'.repeat(32),
  };
  run(
    ...['run', '--detach', '--name', name, '--network', 'host', '--read-only', '--cap-drop', 'all'],
    ...['--security-opt', 'no-new-privileges', '--tmpfs', '/tmp:mode=1777', ...options],
    ...Object.entries(variables).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  );
  const address = `http://127.0.0.1:${port}`;
  for (let tried = 0; (await ask(address, { route: '/readyz' })).status !== 200; tried += 1) {
    if (tried === 100) {
      spawnSync(podman, [...global, 'logs', name], { stdio: 'inherit' });
      assert.fail('the container is not ready');
    }
    await sleep(200);
  }
  assert.match((await ask(address, { route: '/md' })).text, /<div id="root"/);
  const email = 'me@example.com';
  const created = spawnSync(
    podman,
    [
      ...global,
      'exec',
      '--interactive',
      name,
      '/usr/bin/moyan',
      'user',
      'create',
      email,
      '--nickname',
      'Me',
    ],
    { encoding: 'utf8', input: 'correct horse battery\n' },
  );
  assert.equal(created.status, 0, created.stderr);
  const login = await ask(address, {
    ...{ method: 'POST', route: '/api/account/loginByIdentifier' },
    ...json({
      identifier: email,
      identityType: 'email',
      device: 'web',
      passwd: 'correct horse battery',
    }),
  });
  assert.equal(login.status, 200, login.text);
  run('exec', name, '/usr/bin/moyan', 'health');
  run('stop', '--time', '45', name);
  assert.equal(
    run('inspect', '--format', '{{.State.ExitCode}} {{.Config.User}}', name),
    '0 10001:10001',
  );
  const size = Number(run('image', 'inspect', '--format', '{{.Size}}', image));
  console.log(
    `the container serves, and stops in good order; its image has ${Math.round(size / 1e6)} MB`,
  );
}

spawnSync(podman, [...global, 'rm', '--force', name], { stdio: 'ignore' });
const folder = path.join(cargoTarget, 'release-files', 'container');
run('build', '--quiet', '--format', 'docker', '--tag', image, folder);
try {
  await withPostgres('postgres-container', tryContainer, { isFresh: true, settings });
} finally {
  spawnSync(podman, [...global, 'rm', '--force', name], { stdio: 'ignore' });
}
