import { afterEach, expect, test, vi } from 'vitest';
import { s3Host } from './s3';

afterEach(() => vi.unstubAllGlobals());

test('without_a_secure_context_an_upload_says_that_it_needs_https', async () => {
  vi.stubGlobal('crypto', {});
  const host = s3Host({
    kind: 's3',
    endpoint: 'https://s3.example.com',
    region: '',
    bucket: 'pictures',
    folder: '',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    publicAddress: '',
    isPathStyle: true,
  });
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  const upload = host.upload({
    file,
    path: 'a.png',
    type: { mime: 'image/png', ending: 'png' },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(upload).rejects.toMatchObject({ key: 'image.needsHttps' });
});
