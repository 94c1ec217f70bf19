import { localKeys } from './keys';

/**
 * Settings that hold keys of the author's: they stay in this browser, apart from the database, so that no backup and no
 * export of it can carry them.
 */

/** The image host. */
export type ImageHostSetting =
  | MoyanHostSetting
  | GithubHostSetting
  | S3HostSetting
  | CustomHostSetting;

/** The platform itself: the images of a team. */
export interface MoyanHostSetting {
  kind: 'moyan';
  /** The ID of the team, or `personal`. */
  teamId: string;
}

/** Repositories of one GitHub user. Source: specification §3. */
export interface GithubHostSetting {
  kind: 'github';
  username: string;
  repositories: string[];
  branch: string;
  tokens: string[];
  /** Address of the API, without a slash at its end. */
  api: string;
  /** Address of an image: `{user}`, `{repo}`, `{branch}` and `{path}` are filled in. */
  address: string;
}

/** A bucket of an S3-compatible storage. */
export interface S3HostSetting {
  kind: 's3';
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is in the path, not in the host name. */
  isPathStyle: boolean;
  /** Folder of the images, may be empty. */
  folder: string;
  /** Public address of the bucket, if it differs. */
  publicAddress: string;
}

/** Any HTTP service that accepts a file and returns its address. */
export interface CustomHostSetting {
  kind: 'custom';
  url: string;
  method: 'POST' | 'PUT';
  /** One `Name: value` a line. */
  headers: string;
  /** Name of the form field; empty sends the bare file. */
  field: string;
  /** More form fields, one `name=value` a line. */
  extra: string;
  /** Where the address stands in the JSON of the answer, for example `data.url`; empty takes the answer itself. */
  answer: string;
}

/** An AI service with an OpenAI-compatible API. */
export interface AiServiceSetting {
  /** Address of the API with its version, for example `https://api.openai.com/v1`. */
  base: string;
  key: string;
  model: string;
}

interface PrivateSettings {
  imageHost: ImageHostSetting;
  aiService: AiServiceSetting;
}

/** The stored setting; null when there is none or it cannot be read. */
export function readPrivate<K extends keyof PrivateSettings>(name: K): PrivateSettings[K] | null {
  try {
    const stored = localStorage.getItem(localKeys[name]);
    return stored === null ? null : (JSON.parse(stored) as PrivateSettings[K]);
  } catch {
    return null;
  }
}

/** Stores the setting in this browser; null deletes it. Returns whether the browser allowed it. */
export function writePrivate<K extends keyof PrivateSettings>(
  name: K,
  value: PrivateSettings[K] | null,
): boolean {
  try {
    if (value === null) localStorage.removeItem(localKeys[name]);
    else localStorage.setItem(localKeys[name], JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
