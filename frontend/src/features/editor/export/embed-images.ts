import { parseUrl } from '../../../lib/addresses/parse-url';
import { localImageName } from '../../../lib/images/local-image';
import { dataUrl } from '../../../lib/images/png';
import { localFile } from '../images/local-images';
import { fetchImage } from '../images/rehost';

/**
 * The HTML, a part or a whole page, with the images that this browser keeps as data; lost ones keep their address. All
 * other images get full addresses: a clipboard does not know the page, and not every browser completes what is copied.
 */
export function resolveImages(html: string): Promise<string> {
  return withAddresses(html, async (address) => {
    const data = await localData(address);
    if (data !== null || localImageName(address) !== null) return data;
    return parseUrl(address, location.href)?.href ?? null;
  });
}

/**
 * The HTML with the images of this browser and of this site as data: outside of it their addresses lead nowhere. Lost
 * ones keep their address.
 */
export function embedOwnImages(html: string): Promise<string> {
  return withAddresses(html, async (address) => {
    if (localImageName(address) !== null) return localData(address);
    const file = isOfSite(address) ? await fetchImage(address).catch(() => null) : null;
    return file === null ? null : dataUrl(file);
  });
}

async function localData(address: string): Promise<string | null> {
  const file = localImageName(address) === null ? null : await localFile(address);
  return file === null ? null : dataUrl(file);
}

/** `addressOf` gives the new address of an image, or null to leave it. */
async function withAddresses(
  html: string,
  addressOf: (address: string) => Promise<string | null>,
): Promise<string> {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const images = [...page.querySelectorAll('img[src]')];
  const old = images.map((image) => image.getAttribute('src') ?? '');
  const next = await Promise.all(old.map(addressOf));
  const isChanged = (at: number) => next[at] != null && next[at] !== old[at];
  if (!images.some((_, at) => isChanged(at))) return html;
  for (const [at, image] of images.entries()) image.setAttribute('src', next[at] ?? old[at] ?? '');
  if (page.doctype === null) return page.body.innerHTML;
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** An absolute path or a full address; what is relative has no place of its own. */
function isOfSite(address: string): boolean {
  return (
    /^(\/|https?:)/i.test(address) && parseUrl(address, location.href)?.origin === location.origin
  );
}
