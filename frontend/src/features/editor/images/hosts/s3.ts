import { AwsClient } from 'aws4fetch';
import { uploadExternal } from '../../../../api/external-fetch';
import { hex, sha256 } from '../../../../lib/files/sha256';
import { KeyedError } from '../../../../lib/keyed-error';
import type { S3HostSetting } from '../../../../storage/private-settings';
import type { ImageHost } from './host';

/** Images in a bucket of an S3-compatible storage. Requests are signed in the browser (Signature Version 4). */
export function s3Host(setting: S3HostSetting): ImageHost {
  const client = new AwsClient({
    accessKeyId: setting.accessKeyId,
    secretAccessKey: setting.secretAccessKey,
    region: setting.region || 'auto',
    service: 's3',
  });
  const folder = setting.folder.replace(/^\/+|\/+$/g, '');
  return {
    async upload(image) {
      // Browsers sign in secure contexts only.
      if (!crypto.subtle) throw new KeyedError('image.needsHttps', 'no crypto.subtle');
      const key = folder === '' ? image.path : `${folder}/${image.path}`;
      const url = `${bucketAddress(setting)}/${encodePath(key)}`;
      const body = await image.file.arrayBuffer();
      const signed = await client.sign(url, {
        method: 'PUT',
        headers: {
          'Content-Type': image.type.mime,
          'X-Amz-Content-Sha256': hex(await sha256(new Uint8Array(body))),
          'Cache-Control': 'public, max-age=31536000, immutable',
        },
        body,
      });
      const headers = Object.fromEntries(signed.headers.entries());
      // The browser sets the Host header itself and forbids setting it.
      delete headers.host;
      const { status, text } = await uploadExternal({
        method: 'PUT',
        url,
        headers,
        body: image.file,
        signal: image.signal,
        onProgress: image.onProgress,
      });
      if (status < 200 || status > 299) {
        const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? '';
        const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? text.slice(0, 200);
        throw new KeyedError('image.refused', `${status} ${code} ${message}`.trim());
      }
      const base = setting.publicAddress.replace(/\/+$/, '') || bucketAddress(setting);
      return `${base}/${encodePath(key)}`;
    },
  };
}

function bucketAddress({ endpoint, bucket, isPathStyle }: S3HostSetting): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  return isPathStyle
    ? `${url.origin}${path}/${bucket}`
    : `${url.protocol}//${bucket}.${url.host}${path}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
