import { checkImage } from '../../../lib/images/image-type';
import { localAddress, localImageName, localImageNames } from '../../../lib/images/local-image';
import {
  deleteLocalImages,
  readImageUse,
  readLocalImage,
  storedImageNames,
  storeLocalImage,
  writeImageUse,
} from '../../../storage/local-images';
import { eachPost } from '../../../storage/posts';
import { allUnsaved } from '../../../storage/unsaved';
import { digest } from '../../../transfer/local-images';
import { ADDRESS_ATTRIBUTE } from '../preview/slots';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an image that is in no text stays, in milliseconds: an undo or an older backup may bring its text back. */
const UNUSED_MS = 30 * DAY_MS;

/** The preview's images of this page: their names, and the addresses under which the page shows them. */
const shown = new Map<string, string>();

/**
 * Keeps an image in this browser and returns its address for the text.
 *
 * Errors: as `checkImage`; {@link StorageError} when the browser does not take it, `storage.full` among them.
 */
export async function keepImage(file: File): Promise<string> {
  const type = await checkImage(file);
  const bytes = await file.arrayBuffer();
  const name = `${await digest(new Uint8Array(bytes))}.${type.ending}`;
  await storeLocalImage(name, bytes, type.mime);
  if (!shown.has(name)) shown.set(name, URL.createObjectURL(file));
  return localAddress(name);
}

/** The file at a local address, or null when this browser does not have it. */
export async function localFile(address: string): Promise<File | null> {
  const name = localImageName(address);
  const blob = name === null ? null : await readLocalImage(name);
  return blob === null || name === null ? null : new File([blob], name, { type: blob.type });
}

/** Shows the local images in `root`, which is not in a document yet. Those that are not in memory follow soon after. */
export function showLocalImages(
  root: ParentNode,
  words: { missing: string },
  onMissing: (name: string) => void = () => undefined,
): void {
  for (const image of root.querySelectorAll('img[src^="images/"]')) {
    const address = image.getAttribute('src') ?? '';
    const name = localImageName(address);
    if (name === null) continue;
    image.setAttribute(ADDRESS_ATTRIBUTE, address);
    const known = shown.get(name);
    if (known !== undefined) image.setAttribute('src', known);
    else {
      // Left as it is, the address would be asked from the server.
      image.removeAttribute('src');
      void load(name).then((url) => {
        if (url !== null) image.setAttribute('src', url);
        else {
          image.setAttribute('title', words.missing);
          onMissing(name);
        }
      });
    }
  }
}

/** Shows images that have come since `root` was shown. */
export async function showArrivedImages(root: ParentNode, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const url = await load(name);
    if (url === null) continue;
    const address = CSS.escape(localAddress(name));
    for (const image of root.querySelectorAll(`img[${ADDRESS_ATTRIBUTE}="${address}"]`)) {
      image.setAttribute('src', url);
      image.removeAttribute('title');
    }
  }
}

async function load(name: string): Promise<string | null> {
  const blob = await readLocalImage(name).catch(() => null);
  if (blob === null) return null;
  const known = shown.get(name) ?? URL.createObjectURL(blob);
  shown.set(name, known);
  return known;
}

/**
 * Deletes the images that no post and no version has named for thirty days. Looks once a day.
 *
 * Errors: {@link StorageError}.
 */
export async function sweepLocalImages(openText: string, now = Date.now()): Promise<void> {
  const names = await storedImageNames();
  if (names.length === 0) return;
  const { checked, unusedSince } = await readImageUse();
  if (now - checked < DAY_MS && now >= checked) return;
  const used = new Set(localImageNames(openText));
  const look = (text: string) => {
    for (const name of localImageNames(text)) used.add(name);
  };
  for (const { content } of allUnsaved()) look(content);
  await eachPost(({ content, history }) => {
    look(content);
    for (const version of history) look(version.content);
  });
  const next: Record<string, number> = {};
  const old: string[] = [];
  for (const name of names) {
    if (used.has(name)) continue;
    // A clock that was moved back must not count as time that has passed.
    const since = Math.min(unusedSince[name] ?? now, now);
    if (now - since >= UNUSED_MS) old.push(name);
    else next[name] = since;
  }
  await deleteLocalImages(old);
  await writeImageUse({ checked: now, unusedSince: next });
}

const DATA_IMAGE = /!\[([^[\]]*)\]\((data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]+)\)/g;

/** The text with local addresses in place of images that are data. An image that cannot be kept stays data. */
export async function keepDataImages(text: string): Promise<string> {
  const addresses = new Map<string, string>();
  for (const [, alt = '', data = ''] of text.matchAll(DATA_IMAGE)) {
    if (addresses.has(data)) continue;
    const address = await kept(data, alt).catch(() => null);
    if (address !== null) addresses.set(data, address);
  }
  return text.replace(DATA_IMAGE, (whole: string, _alt: string, data: string) =>
    whole.replace(data, () => addresses.get(data) ?? data),
  );
}

async function kept(data: string, alt: string): Promise<string> {
  return keepImage(fileOf(data, alt || 'image'));
}

function fileOf(data: string, name: string): File {
  const [head = '', body = ''] = data.split(',');
  const mime = /data:([^;]+)/.exec(head)?.[1] ?? 'image/png';
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  const ending = mime === 'image/jpeg' ? 'jpg' : mime.slice('image/'.length);
  return new File([bytes], `${name}.${ending}`, { type: mime });
}
