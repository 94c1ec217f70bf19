import { uploadExternal } from '../../../../api/external-fetch';
import { KeyedError } from '../../../../lib/keyed-error';
import type { GithubHostSetting } from '../../../../storage/private-settings';
import type { ImageHost, ImageUpload } from './host';

/** Pairs of repository and token that are tried for one image. */
const TRIES = 4;

/** Spreads images over the repositories of one user. A repository or token that refuses is skipped. */
export function githubHost(setting: GithubHostSetting, random = Math.random): ImageHost {
  return {
    async upload(image) {
      const content = await base64(image.file);
      const { repositories, tokens } = setting;
      const first = Math.floor(random() * repositories.length);
      const firstToken = Math.floor(random() * tokens.length);
      let failure: unknown;
      for (let n = 0; n < Math.max(TRIES, tokens.length); n += 1) {
        const repository = repositories[(first + n) % repositories.length] ?? '';
        const token = tokens[(firstToken + n) % tokens.length] ?? '';
        try {
          return await put(setting, repository, token, content, image);
        } catch (error) {
          if (!(error instanceof KeyedError)) throw error;
          failure = error;
        }
      }
      throw failure;
    },
  };
}

async function put(
  setting: GithubHostSetting,
  repository: string,
  token: string,
  content: string,
  image: ImageUpload,
): Promise<string> {
  const { status, text } = await uploadExternal({
    method: 'PUT',
    url: `${setting.api}/repos/${setting.username}/${repository}/contents/${image.path}`,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/vnd.github+json',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ message: `Add ${image.path}`, content, branch: setting.branch }),
    signal: image.signal,
    onProgress: image.onProgress,
  });
  if (status !== 200 && status !== 201) {
    throw new KeyedError('image.refused', `${status} ${repository}: ${messageIn(text)}`);
  }
  const parts = {
    user: setting.username,
    repo: repository,
    branch: setting.branch,
    path: image.path,
  };
  return setting.address.replace(
    /\{(user|repo|branch|path)\}/g,
    (_, name: keyof typeof parts) => parts[name],
  );
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : text.slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}

function base64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
