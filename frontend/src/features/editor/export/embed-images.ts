import { localImageName, localImageNames } from '../../../lib/local-image';
import { dataUrl } from '../../../lib/png';
import { localFile } from '../images/local-images';

/** The HTML, a part or a whole page, with the images that this browser keeps as data. Lost ones keep their address. */
export async function embedLocalImages(html: string): Promise<string> {
  if (localImageNames(html).length === 0) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const image of page.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? '';
    const file = localImageName(address) === null ? null : await localFile(address);
    if (file !== null) image.setAttribute('src', await dataUrl(file));
  }
  if (page.doctype === null) return page.body.innerHTML;
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}
