import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listen } from '../../support/image-hosts';
import { plainPicture } from '../../support/pictures';

const folder = path.join(import.meta.dirname, '../../fixtures/articles');

/** All articles of the fixtures as one, each below its name, and a host of their pictures. */
export interface Articles {
  text: string;
  close(): Promise<void>;
}

export async function allArticles(): Promise<Articles> {
  const pictures = { wide: plainPicture(900, 500), small: plainPicture(120, 80) };
  const host = await listen(({ url = '' }, _body, response) => {
    const picture = url.includes('small') ? pictures.small : pictures.wide;
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture);
  });
  const text = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `〔${name}〕\n\n${readFileSync(path.join(folder, name), 'utf8')}`)
    .join('\n\n')
    .replaceAll(/https:\/\/example\.com\/(?=(wide|small)\.png)/g, `${host.url}/`)
    // WebKit takes two dashes for narrower than it draws them, so a line breaks elsewhere.
    .replaceAll('—', '一')
    // Each engine has another font for these.
    .replaceAll(/\p{Extended_Pictographic}(?:\u200d?\p{Extended_Pictographic}|\ufe0f)*/gu, '□');
  return { text, close: host.close };
}
