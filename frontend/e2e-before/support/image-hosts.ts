import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host that runs for one test. */
export interface LocalHost {
  url: string;
  /** Host and port, as in an address. */
  host: string;
  close(): Promise<void>;
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Allow-Headers':
    'authorization,content-type,accept,cache-control,x-amz-date,x-amz-content-sha256',
};

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

/** Starts a server that any page may ask. */
export async function listen(answer: Answer): Promise<LocalHost> {
  const server: Server = createServer((request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, Buffer.concat(parts), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface S3Host extends LocalHost {
  objects: Map<string, { type: string; body: Buffer }>;
}

export const S3_KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };

/** A bucket store that checks every signature as S3 does (Signature Version 4) and hands objects out to anyone. */
export async function s3Host(): Promise<S3Host> {
  const objects: S3Host['objects'] = new Map();
  const host = await listen((request, body, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method === 'GET') {
      const found = objects.get(path);
      if (found === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'Content-Type': found.type }).end(found.body);
      return;
    }
    const problem = signatureProblem(request, body);
    if (problem !== null) {
      response
        .writeHead(403, { 'Content-Type': 'application/xml' })
        .end(`<Error><Code>${problem}</Code><Message>refused</Message></Error>`);
      return;
    }
    objects.set(path, { type: request.headers['content-type'] ?? '', body });
    response.writeHead(200).end();
  });
  return { ...host, objects };
}

function signatureProblem(request: IncomingMessage, body: Buffer): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (match === null) return 'AuthorizationHeaderMalformed';
  const [, id = '', day = '', region = '', names = '', signature = ''] = match;
  if (id !== S3_KEYS.accessKeyId) return 'InvalidAccessKeyId';
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch';
  const time = String(request.headers['x-amz-date']);
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`)
    .join('');
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [request.method, path, query, headers, names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest();
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${S3_KEYS.secretAccessKey}`,
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex');
  return expected === signature ? null : 'SignatureDoesNotMatch';
}

export interface GithubHost extends LocalHost {
  /** Every request that asked to write a file. */
  puts: { repository: string; token: string; branch: string; path: string; bytes: Buffer }[];
}

/** The part of GitHub's API that writes files; repositories named `broken…` and tokens named `spent…` refuse. */
export async function githubHost(): Promise<GithubHost> {
  const puts: GithubHost['puts'] = [];
  const host = await listen((request, body, response) => {
    const match = /^\/repos\/writer\/([^/]+)\/contents\/(.+)$/.exec(request.url ?? '');
    const answer = (status: number, data: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(data));
    if (match === null || request.method !== 'PUT') return answer(404, { message: 'Not Found' });
    const { content, branch } = JSON.parse(body.toString()) as { content: string; branch: string };
    const token = String(request.headers.authorization).replace('Bearer ', '');
    const [, repository = '', path = ''] = match;
    puts.push({ repository, token, branch, path, bytes: Buffer.from(content, 'base64') });
    if (token.startsWith('spent')) return answer(403, { message: 'API rate limit exceeded' });
    if (repository.startsWith('broken')) return answer(409, { message: 'conflict' });
    return answer(201, { content: { path } });
  });
  return { ...host, puts };
}
