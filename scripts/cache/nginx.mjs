// nginx as deploy/nginx.conf says, in front of servers of this machine.

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../chaos/client.mjs';
import { root } from '../paths.mjs';
import { freePort } from '../postgres.mjs';
import { StepError } from '../steps.mjs';

const sample = path.join(root, 'deploy', 'nginx.conf');
/** Milliseconds to wait until nginx listens. */
const startMs = 10_000;

const stale = ['"200 public, no-cache" "@1"', '"~^200 public" "60"'];
/** What goes wrong in caches, each by its name: `[from, to]` in the sample, which `--break` puts there. */
export const breaks = {
  /** Pages are shown for a minute without asking. */
  stale: [stale],
  /** Whatever the server says of a page, it is kept for a minute. */
  kept: [
    [
      'proxy_ignore_headers Cache-Control Expires;',
      'proxy_ignore_headers Cache-Control Expires X-Accel-Expires; proxy_cache_valid 1m;',
    ],
  ],
  /** A browser gets a page that was packed for another one. */
  variants: [
    [
      'proxy_ignore_headers Cache-Control Expires;',
      'proxy_ignore_headers Cache-Control Expires Vary;',
    ],
  ],
  /** A visitor chooses for which host a page is made; asking each time alone would mend that. */
  hosts: [['proxy_set_header X-Forwarded-Host $http_host;', ''], stale],
  /** A page is shown when no server answers. */
  away: [
    [
      'proxy_cache_revalidate on;',
      'proxy_cache_revalidate on; proxy_cache_use_stale error http_502;',
    ],
  ],
};

/**
 * Starts nginx before servers at these ports.
 *
 * - `broken`: the name of one of the breaks.
 * - Returns `{ address, served, stop }`: `served()` gives the requests that came to a server until then, as
 *   `{ port, host, route }`.
 * - Throws a StepError when nginx is missing or does not start.
 */
export async function startCache(ports, { broken } = {}) {
  const program = process.env.NGINX ?? 'nginx';
  if (spawnSync(program, ['-v']).status !== 0) {
    throw new StepError('nginx is missing: apt-get install nginx-light, or name it in NGINX');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-cache-'));
  // Its workers are of another account when it is started by root.
  chmodSync(folder, 0o755);
  mkdirSync(path.join(folder, 'logs'));
  const [port, ownPort, plainPort] = [await freePort(), await freePort(), await freePort()];
  const config = path.join(folder, 'nginx.conf');
  const places = { folder, port, ownPort, plainPort, servers: ports };
  writeFileSync(config, around(folder, adapted(readFileSync(sample, 'utf8'), places, broken)));
  const errors = path.join(folder, 'logs', 'error.log');
  const nginx = spawn(program, ['-p', folder, '-e', errors, '-c', config, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => nginx.on('exit', resolve).on('error', resolve));
  const end = () => nginx.kill('SIGTERM');
  process.on('exit', end);
  const stop = async () => {
    process.off('exit', end);
    end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const address = `http://127.0.0.1:${port}`;
  const until = Date.now() + startMs;
  while ((await ask(address, { route: '/healthz' })).status !== 200) {
    if (Date.now() > until || nginx.exitCode !== null) {
      const log = readFileSync(errors, 'utf8');
      await stop();
      throw new StepError(`nginx does not answer:\n${log}`);
    }
    await sleep(50);
  }
  const log = path.join(folder, 'logs', 'access.log');
  let nMarks = 0;
  /** A request is logged when it is over, so one more is waited for. */
  const served = async () => {
    nMarks += 1;
    const mark = `/healthz?mark=${nMarks}`;
    await ask(address, { route: mark });
    for (;;) {
      const all = servedOf(log).filter((one) => ports.includes(one.port));
      if (all.some(({ route }) => route === mark)) return all;
      await sleep(20);
    }
  };
  return { address, stop, served };
}

/** The sample with other names, ports and folders, and without TLS. Throws a StepError where it has not what is replaced. */
function adapted(text, { folder, port, ownPort, plainPort, servers }, broken) {
  const changes = [
    ['    server 127.0.0.1:8080;\n', servers.map((at) => `server 127.0.0.1:${at};\n`).join('')],
    ['/var/cache/nginx-moyan', path.join(folder, 'kept')],
    ['127.0.0.1:8081', `127.0.0.1:${ownPort}`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    [/ssl_certificate(_key)? .*;\n/g, ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['*.sites.example.com', '*.localhost'],
    ['moyan.example.com', '127.0.0.1'],
    ...(broken ? breaks[broken] : []),
  ];
  return changes.reduce((changed, [from, to]) => {
    const result = changed.replaceAll(from, () => to);
    if (result === changed) throw new StepError(`deploy/nginx.conf has no ${from}`);
    return result;
  }, text);
}

/** What stands around the file on a machine, with a log of which server was asked. One worker: servers take turns. */
const around = (folder, sites) => `
worker_processes 1;
pid ${folder}/nginx.pid;
events {}
http {
  log_format asked '$upstream_addr $http_host $request_uri';
  access_log ${folder}/logs/access.log asked;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `  ${name}_temp_path ${folder}/${name};`)
  .join('\n')}
${sites.replaceAll('access_log off;', '')}
}
`;

/** The requests of the log that were handed on: to a server, or from nginx to itself. */
function servedOf(log) {
  return readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => /^127\.0\.0\.1:(\d+) (\S+) (.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, port, host, route]) => ({ port: Number(port), host, route }));
}
