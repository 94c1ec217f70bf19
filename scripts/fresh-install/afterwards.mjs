// What an operator does with an installed machine, under the systemd that was booted.

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { output } from '../release/program.mjs';
import { page, shake } from './sites.mjs';

/** The steps of it. */
export function tryAfterwards(world) {
  return [
    { name: 'install.sh once more', run: () => installAgain(world) },
    { name: 'A wildcard certificate', run: () => giveWildcard(world) },
    { name: 'A restart refuses nobody', run: () => restartUnderRequests(world) },
    { name: 'Secrets as credentials', run: () => useCredentials(world) },
    { name: 'The watchdog', run: () => hang(world) },
    { name: 'A backup by its unit', run: () => backUp(world) },
    { name: 'An upgrade of the package', run: () => upgrade(world) },
    { name: 'The package removed', run: () => remove(world) },
  ];
}

/** Runs a command in the machine, and returns what it prints. */
async function must({ machine }, command) {
  const { status, stdout, stderr } = await machine.run(command);
  assert.equal(status, 0, `${command}: ${stdout}${stderr}`);
  return stdout.trim();
}

const mainPid = (world) => must(world, 'systemctl show moyan --property MainPID --value');

async function answers(world, name = world.consoleName, route = '/readyz') {
  return (await page(world, name, route)).status === 200;
}

async function untilAnswers(world) {
  for (let tried = 0; tried < 60; tried += 1) {
    if (await answers(world)) return;
    await sleep(500);
  }
  assert.fail('the server does not answer');
}

/** Without an answer: nothing is drawn anew, and what an operator has added stays. */
async function installAgain(world) {
  const kept = `md5sum /etc/moyan/secrets/* /etc/caddy/Caddyfile && stat --format '%U %a' /etc/moyan/moyan.env &&
    grep -E '^(DNS_SERVER|MAIL_FROM|SITE_DOMAIN)=' /etc/moyan/moyan.env && grep -E 'email|acme_ca' /etc/caddy/Caddyfile`;
  const before = await must(world, kept);
  const { status, text } = await world.install({});
  assert.equal(status, 0, text);
  assert.equal(await must(world, kept), before);
  assert.ok(await answers(world, world.ownDomain, '/'), 'the site is gone');
}

/** With it a draft has the same handshake and the same page as a name that nobody has. */
async function giveWildcard(world) {
  const { siteDomain, machine } = world;
  const files = makeWildcard(world);
  for (const file of [...files, world.authority.roots]) {
    cpSync(file, path.join(machine.folder, 'root', path.basename(file)));
  }
  await must(
    world,
    `install -d -o root -g caddy -m 0750 /etc/moyan/tls &&
    install -o root -g caddy -m 0640 -t /etc/moyan/tls /root/sites.crt /root/sites.key`,
  );
  const { status, text } = await world.install();
  assert.equal(status, 0, text);
  const seen = [];
  for (const slug of ['draft', 'nothing']) {
    const name = `${slug}.${siteDomain}`;
    assert.equal(await shake(name), `certificate of DNS:*.${siteDomain}`);
    const answer = await page(world, name);
    seen.push([answer.status, answer.text.replaceAll(slug, 'NAME')]);
  }
  assert.deepEqual(seen[0], seen[1]);
  assert.equal(seen[0][0], 404);
  assert.ok(await answers(world, `first.${siteDomain}`, '/healthz'));
}

/** A certificate as a DNS challenge gives it, of one more root. Returns the files of it and of its key. */
function makeWildcard({ work, siteDomain, authority }) {
  const to = (name) => path.join(work, name);
  const key = (name) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', to(name)];
  output('openssl', [
    ...[
      'req',
      '-x509',
      ...key('root.key'),
      '-days',
      '2',
      '-subj',
      '/CN=root',
      '-out',
      to('root.crt'),
    ],
  ]);
  output('openssl', [
    ...['req', '-x509', ...key('sites.key'), '-days', '2', '-subj', '/CN=sites'],
    ...['-CA', to('root.crt'), '-CAkey', to('root.key'), '-out', to('sites.crt')],
    ...['-addext', `subjectAltName=DNS:*.${siteDomain}`, '-addext', 'basicConstraints=CA:FALSE'],
  ]);
  writeFileSync(authority.roots, readFileSync(to('root.crt')), { flag: 'a' });
  return [to('sites.crt'), to('sites.key')];
}

/** The socket holds connections while the program is another one. */
async function restartUnderRequests(world) {
  const before = await mainPid(world);
  let isOver = false;
  const statuses = [];
  const asking = (async () => {
    while (!isOver) statuses.push((await page(world, world.consoleName, '/healthz')).status);
  })();
  await must(world, 'systemctl restart moyan.service');
  await sleep(1000);
  isOver = true;
  await asking;
  assert.notEqual(await mainPid(world), before);
  assert.ok(statuses.length > 5, `${statuses.length} requests`);
  assert.ok(
    statuses.every((status) => status === 200),
    statuses.join(' '),
  );
  console.log(`${statuses.length} requests meanwhile, all answered`);
}

/** As operating.md says: the file is root's, and systemd hands it over. */
async function useCredentials(world) {
  await must(
    world,
    `sed -i '/^JWT_SECRET_FILE/d' /etc/moyan/moyan.env &&
    chown root /etc/moyan/secrets/JWT_SECRET &&
    for unit in moyan moyan-backup; do
      mkdir -p /etc/systemd/system/$unit.service.d &&
      printf '[Service]\\nLoadCredential=JWT_SECRET:/etc/moyan/secrets/JWT_SECRET\\n' > /etc/systemd/system/$unit.service.d/credentials.conf
    done && systemctl daemon-reload && systemctl restart moyan.service`,
  );
  await untilAnswers(world);
  // The session from before is still one: the secret is the same.
  const { data } = await world.site.author.call('GET', world.site.route);
  assert.ok(data, 'the session has ended');
  // A secret that systemd hands over has no other source afterwards.
  const { status, text } = await world.install({});
  assert.equal(status, 0, text);
  await untilAnswers(world);
}

/** A program that does not answer itself is killed and started again. */
async function hang(world) {
  await must(
    world,
    `printf '[Service]\\nWatchdogSec=6\\n' > /etc/systemd/system/moyan.service.d/watchdog.conf &&
    systemctl daemon-reload && systemctl restart moyan.service`,
  );
  await untilAnswers(world);
  const before = await mainPid(world);
  await must(world, `kill -STOP ${before}`);
  for (let tried = 0; (await mainPid(world)) === before; tried += 1) {
    assert.ok(tried < 60, 'it hangs and still is the same program');
    await sleep(500);
  }
  await untilAnswers(world);
  assert.match(await must(world, 'journalctl --unit moyan --no-pager'), /watchdog/i);
}

async function backUp(world) {
  await must(world, 'systemctl start moyan-backup.service');
  assert.match(await must(world, 'ls /var/backups/moyan/runs'), /\.json/);
  const score = await must(world, 'systemd-analyze security moyan.service | tail -1');
  console.log(score);
  assert.ok(Number(/level.*: ([\d.]+)/.exec(score)[1]) <= 1.5, score);
}

/** A newer version restarts what runs and keeps what was edited. */
async function upgrade(world) {
  const folder = path.join(world.work, 'newer');
  output('dpkg-deb', ['--raw-extract', world.package, folder]);
  const control = path.join(folder, 'DEBIAN/control');
  writeFileSync(
    control,
    readFileSync(control, 'utf8').replace(/^Version: .*$/m, 'Version: 99.0.0'),
  );
  // A new sample: dpkg would ask which of the two is to stay.
  const sample = path.join(folder, 'etc/moyan/moyan.env');
  writeFileSync(sample, `${readFileSync(sample, 'utf8')}#NEW_VARIABLE=\n`);
  output('dpkg-deb', [
    '--root-owner-group',
    '-Znone',
    '--build',
    folder,
    path.join(world.work, 'newer.deb'),
  ]);
  cpSync(path.join(world.work, 'newer.deb'), path.join(world.machine.folder, 'root/newer.deb'));
  const before = await mainPid(world);
  await must(
    world,
    'DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes -o Dpkg::Options::=--force-confold /root/newer.deb',
  );
  await untilAnswers(world);
  assert.notEqual(await mainPid(world), before);
  assert.match(
    await must(world, 'cat /etc/moyan/moyan.env'),
    /^PUBLIC_URL=https:\/\/moyan\.test$/m,
  );
}

async function remove(world) {
  await must(world, 'DEBIAN_FRONTEND=noninteractive apt-get -qq remove --yes moyan');
  const { stdout } = await world.machine.run('systemctl is-active moyan.service moyan.socket');
  assert.doesNotMatch(stdout, /^active/m);
  await must(
    world,
    'test -f /etc/moyan/secrets/JWT_SECRET && test -d /var/lib/moyan/files && test -d /var/backups/moyan/runs',
  );
}
