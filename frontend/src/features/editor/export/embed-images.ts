import { localImageName, localImageNames } from '../../../lib/local-image';
import { parseUrl } from '../../../lib/parse-url';
import { dataUrl } from '../../../lib/png';
import { localFile } from '../images/local-images';
import { fetchImage } from '../images/rehost';

/** The HTML, a part or a whole page, with the images that this browser keeps as data. Lost ones keep their address. */
export function embedLocalImages(html: string): Promise<string> {
  if (localImageNames(html).length === 0) return Promise.resolve(html);
  return withImages(html, async (address) =>
    localImageName(address) === null ? null : localFile(address),
  );
}

/** As {@link embedLocalImages}, and those of this site too: outside of it their addresses lead nowhere. */
export function embedOwnImages(html: string): Promise<string> {
  return withImages(html, (address) => {
    if (localImageName(address) !== null) return localFile(address);
    return isOfSite(address) ? fetchImage(address).catch(() => null) : Promise.resolve(null);
  });
}

/** `fileOf` gives the file at an address, or null to leave it. */
async function withImages(
  html: string,
  fileOf: (address: string) => Promise<File | null>,
): Promise<string> {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const images = [...page.querySelectorAll('img')];
  const files = await Promise.all(images.map((image) => fileOf(image.getAttribute('src') ?? '')));
  if (files.every((file) => file === null)) return html;
  for (const [i, image] of images.entries()) {
    const file = files[i];
    if (file) image.setAttribute('src', await dataUrl(file));
  }
  if (page.doctype === null) return page.body.innerHTML;
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** An absolute path or a full address; what is relative has no place of its own. */
function isOfSite(address: string): boolean {
  return (
    /^(\/|https?:)/i.test(address) && parseUrl(address, location.href)?.origin === location.origin
  );
}
