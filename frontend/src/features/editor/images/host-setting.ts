import type { ImageHostSetting } from '../../../storage/private-settings';

/** Names that are separated by spaces, commas or line ends, each once. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,，、]+/).filter((name) => name !== ''))];
}

/** The same, and `img-{1..20}` stands for twenty names. */
export function expandedNames(text: string): string[] {
  return namesIn(text).flatMap((name) => {
    const row = /^(.*)\{(\d+)\.\.(\d+)\}(.*)$/.exec(name);
    if (row === null) return [name];
    const [first, last] = [Number(row[2]), Number(row[3])];
    if (last < first || last - first > 100) return [name];
    return Array.from({ length: last - first + 1 }, (_, n) => `${row[1]}${first + n}${row[4]}`);
  });
}

/** Fields that hold an address of the web. */
const ADDRESS_FIELDS = ['api', 'endpoint', 'url'];

/** Whether the field holds an address, so that what is wrong with it can be said. */
export function isAddressField(name: string): boolean {
  return ADDRESS_FIELDS.includes(name);
}

/** Names of the required fields that are missing or invalid. */
export function missingFields(setting: ImageHostSetting): string[] {
  const needed: string[] =
    setting.kind === 'moyan'
      ? ['teamId']
      : setting.kind === 'github'
        ? ['username', 'repositories', 'branch', 'tokens', 'api', 'address']
        : setting.kind === 's3'
          ? ['endpoint', 'bucket', 'accessKeyId', 'secretAccessKey']
          : ['url'];
  return needed.filter((name) => {
    const value = (setting as unknown as Record<string, string | string[]>)[name] ?? '';
    if (value.length === 0) return true;
    return isAddressField(name) && !isAddress(String(value));
  });
}

function isAddress(value: string): boolean {
  try {
    return /^https?:$/.test(new URL(value).protocol);
  } catch {
    return false;
  }
}
