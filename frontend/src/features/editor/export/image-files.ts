import { fetchImage } from '../images/rehost';

/** An image of the article as a file. */
export interface ImageFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * The text with every image that can be fetched as `images/1.png`, and those files.
 *
 * Images that cannot be fetched keep their addresses and are counted.
 */
export async function withImageFiles(
  text: string,
  addresses: readonly string[],
): Promise<{ text: string; files: ImageFile[]; nMissing: number }> {
  const files: ImageFile[] = [];
  let next = text;
  let nMissing = 0;
  for (const address of addresses) {
    try {
      const file = await fetchImage(address);
      const name = `images/${files.length + 1}${/\.[a-z]+$/.exec(file.name)?.[0] ?? ''}`;
      files.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
      next = next.replaceAll(`](<${address}>`, `](${name}`).replaceAll(`](${address}`, `](${name}`);
    } catch {
      nMissing += 1;
    }
  }
  return { text: next, files, nMissing };
}
