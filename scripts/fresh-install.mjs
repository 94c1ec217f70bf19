// From an empty Debian to a site with a domain of its own, timed: install.sh, PostgreSQL, Caddy with an authority that
// proves names, the console, a first site, a creator's domain. Then what must not be: certificates and pages for names
// that nobody has, drafts that can be told from nothing. Then what an operator does next.
//
// Usage: node scripts/fresh-install.mjs [FILE.deb]   (as root, after `make release`)
//
// Needs Debian's packages mmdebstrap, systemd-container and pebble, and its mirror; ports 80, 443 and 8080 must be free.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tryAfterwards } from './fresh-install/afterwards.mjs';
import { directory, nameServer, startAuthority } from './fresh-install/internet.mjs';
import { boot, makeRoot, requireTools } from './fresh-install/machine.mjs';
import { publishFirstSite, tryStrangers } from './fresh-install/sites.mjs';
import { startMailServer } from './mail-server.mjs';
import { cargoTarget, root } from './paths.mjs';
import { runSteps, StepError } from './steps.mjs';

/** What the landing page promises. */
const promisedS = 300;
const consoleName = 'moyan.test';
const siteDomain = 'sites.test';
const ownDomain = 'blog.example.test';
const strangers = ['nobody.example.test'];
const administrator = { email: 'me@example.test', password: 'correct horse battery' };

function packageFile() {
  const [given] = process.argv.slice(2);
  if (given) return path.resolve(given);
  const folder = path.join(cargoTarget, 'release-files');
  const found = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (!found) throw new StepError(`there is no package in ${folder}: make release`);
  return path.join(folder, found);
}

const work = mkdtempSync(path.join(tmpdir(), 'moyan-fresh-install-'));
const world = { work, consoleName, siteDomain, ownDomain, strangers, administrator };

async function bootMachine() {
  const names = ['any', 'preview', 'first', 'draft', 'nothing'].map(
    (name) => `${name}.${siteDomain}`,
  );
  world.package = packageFile();
  world.mailServer = await startMailServer();
  world.authority = await startAuthority(work);
  world.machine = await boot({
    folder: path.join(work, 'machine'),
    hosts: [consoleName, ownDomain, ...names, ...strangers],
    files: [world.package, path.join(root, 'deploy/install.sh'), world.authority.roots],
  });
}

/** What an operator answers. */
const answers = () => ({
  CONSOLE_NAME: consoleName,
  SITE_DOMAIN: siteDomain,
  SMTP_URL: world.mailServer.url,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  ACME_DIRECTORY: directory,
  ACME_ROOT: '/root/roots.pem',
});

/** Runs install.sh in the machine, and returns what it prints. */
world.install = async (variables = answers()) => {
  const { status, stdout, stderr } = await world.machine.run('sh /root/install.sh', variables);
  return { status, text: `${stdout}${stderr}` };
};

let startedAt;

async function install() {
  startedAt = performance.now();
  const { status, text } = await world.install();
  console.log(text);
  if (status !== 0) {
    const log = 'journalctl --no-pager --lines 30 --unit caddy --unit moyan';
    console.log((await world.machine.run(log)).stdout);
  }
  assert.equal(status, 0, 'install.sh failed');
  console.log(`installed after ${seconds()} s`);
}

const seconds = () => Math.round((performance.now() - startedAt) / 1000);

async function publish() {
  // The name servers of the internet.
  const done = await world.machine.run(
    `echo DNS_SERVER=${nameServer} >> /etc/moyan/moyan.env && systemctl restart moyan.service`,
  );
  assert.equal(done.status, 0, done.stderr);
  world.site = await publishFirstSite(world);
  console.log(`the first site answers at its own domain after ${seconds()} s`);
  assert.ok(seconds() <= promisedS, `it took longer than ${promisedS} s`);
}

// What runs in the machine ends first, and takes a moment.
process.on('exit', () =>
  rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
await runSteps('A fresh install', [
  {
    name: 'Tools',
    run: () =>
      requireTools({
        mmdebstrap: 'mmdebstrap',
        'systemd-nspawn': 'systemd-container',
        pebble: 'pebble',
      }),
  },
  { name: 'The root of an empty Debian', run: makeRoot },
  { name: 'A machine, an authority, name servers, a mail server', run: bootMachine },
  { name: 'install.sh', run: install },
  { name: 'A first site, and a domain of its own', run: publish },
  { name: 'Names that nobody has', run: () => tryStrangers(world) },
  ...tryAfterwards(world),
]);
await world.machine.stop();
world.authority.stop();
world.mailServer.stop();
