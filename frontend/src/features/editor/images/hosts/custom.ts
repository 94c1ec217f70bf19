import { uploadExternal } from '../../../../api/external-fetch';
import { KeyedError } from '../../../../lib/keyed-error';
import type { CustomHostSetting } from '../../../../storage/private-settings';
import type { ImageHost } from './host';

/** Any service that accepts a file and returns its address. `{path}` and `{name}` in the service's address are filled in. */
export function customHost(setting: CustomHostSetting): ImageHost {
  return {
    async upload(image) {
      const name = image.path.slice(image.path.lastIndexOf('/') + 1);
      const headers = pairs(setting.headers, ':');
      let body: Blob | FormData = image.file;
      if (setting.field.trim() === '') headers['Content-Type'] ??= image.type.mime;
      else {
        body = new FormData();
        for (const [key, value] of Object.entries(pairs(setting.extra, '=')))
          body.append(key, value);
        body.append(setting.field.trim(), image.file, name);
      }
      const url = setting.url.replaceAll('{path}', image.path).replaceAll('{name}', name);
      const { status, text } = await uploadExternal({
        method: setting.method,
        url,
        headers,
        body,
        signal: image.signal,
        onProgress: image.onProgress,
      });
      if (status < 200 || status > 299) {
        throw new KeyedError('image.refused', `${status} ${text.slice(0, 200)}`.trim());
      }
      return addressIn(text, setting.answer.trim(), url);
    },
  };
}

/** The address in an answer; `path` holds names and numbers, separated by dots. */
export function addressIn(text: string, path: string, base: string): string {
  let found: unknown = text.trim();
  if (path !== '') {
    try {
      found = path
        .split('.')
        .reduce<unknown>(
          (value, name) => (value as Record<string, unknown>)?.[name],
          JSON.parse(text),
        );
    } catch {
      found = undefined;
    }
  }
  if (typeof found !== 'string' || found === '' || /\s/.test(found)) {
    throw new KeyedError('image.answer', text.slice(0, 200));
  }
  return new URL(found, base).href;
}

/** Name and value of each line, split at a separator. */
export function pairs(lines: string, sign: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of lines.split('\n')) {
    const at = line.indexOf(sign);
    if (at > 0) found[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return found;
}
