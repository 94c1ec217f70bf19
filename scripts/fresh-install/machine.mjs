// A Debian that has nothing but systemd, booted in a container of its own with the network of this machine.

import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cargoTarget } from '../paths.mjs';
import { output } from '../release/program.mjs';
import { StepError } from '../steps.mjs';

/** What every installed Debian has, and a bare root has not. */
const packages = 'systemd,systemd-sysv,dbus,ca-certificates,openssl,iproute2';
const archive = path.join(cargoTarget, 'fresh-install', 'debian.tar');
const unfinished = path.join(path.dirname(archive), 'unfinished.tar');
/** Milliseconds until it has booted. */
const bootMs = 60_000;

/** Throws a StepError with what is missing here. */
export function requireTools(programs) {
  for (const [program, name] of Object.entries(programs)) {
    if (spawnSync('which', [program]).status !== 0) {
      throw new StepError(`${program} is missing: apt-get install ${name}`);
    }
  }
  if (process.getuid() !== 0) throw new StepError('it boots a container, and must be run as root');
}

/** Makes the root of an empty Debian, once: about a minute. */
export function makeRoot() {
  if (existsSync(archive)) return;
  mkdirSync(path.dirname(archive), { recursive: true });
  const sources = '/etc/apt/sources.list.d/debian.sources';
  const mirror = existsSync(sources) ? [sources] : [];
  output('mmdebstrap', [
    ...['--variant=minbase', `--include=${packages}`, '--aptopt=APT::Sandbox::User "root"'],
    ...['--dpkgopt=path-include=/usr/share/doc/*', 'bookworm', unfinished, ...mirror],
  ]);
  renameSync(unfinished, archive);
}

/**
 * Boots it.
 *
 * - `hosts`: names that lead to 127.0.0.1. `files`: what is put into its /root.
 * - Returns `{ run, stop, folder }`. `run(command, variables)` is a promise of `{ status, stdout, stderr }` of a shell in it.
 */
export async function boot({ folder, hosts, files }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  output('tar', ['--extract', '--file', archive, '--directory', folder]);
  cpSync('/etc/resolv.conf', path.join(folder, 'etc/resolv.conf'), { dereference: true });
  writeFileSync(path.join(folder, 'etc/hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`);
  for (const file of files) {
    cpSync(file, path.join(folder, 'root', path.basename(file)));
  }
  const container = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--boot', '--register=no', '--keep-unit', '--resolv-conf=off'],
      ...['--link-journal=no', `--directory=${folder}`],
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  // Its first process takes all others with it; systemd-nspawn would leave them.
  const kill = () => {
    const leader = firstProcess(container.pid);
    if (leader) process.kill(Number(leader), 'SIGKILL');
    container.kill('SIGKILL');
  };
  process.prependListener('exit', kill);
  const until = Date.now() + bootMs;
  for (;;) {
    const leader = firstProcess(container.pid);
    const state = leader ? await inside(leader, 'systemctl is-system-running') : { stdout: '' };
    if (/running|degraded/.test(state.stdout)) {
      return {
        folder,
        run: (...args) => inside(leader, ...args),
        stop: () => stop(container, kill),
      };
    }
    if (Date.now() > until || container.exitCode !== null) {
      await stop(container, kill);
      throw new StepError('the container did not boot: systemd-nspawn');
    }
    await sleep(200);
  }
}

/** The first process of a container: a child of systemd-nspawn. */
function firstProcess(pid) {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ')[0] : '';
}

/** Does not block: what the machine asks for meanwhile may be answered by this process. */
function inside(leader, command, variables = {}) {
  const names = ['--mount', '--uts', '--ipc', '--pid', '--cgroup'];
  const shell = spawn('nsenter', ['--target', leader, ...names, '--', 'sh', '-c', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...variables },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    shell[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
    });
  }
  return new Promise((resolve) => shell.on('close', (status) => resolve({ status, ...said })));
}

/** Ends it and all that runs in it. */
async function stop(container, kill) {
  if (container.exitCode !== null || container.signalCode !== null) return;
  const ended = new Promise((resolve) => container.on('exit', resolve));
  kill();
  await ended;
}
