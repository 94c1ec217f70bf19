import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pictureAt } from '../support/articles';
import { pageCss } from '../support/wechat';

/** A page of another origin in which articles are pasted, and which has the pictures of articles. */
export interface DraftPage {
  origin: string;
  close(): void;
}

export async function serveDraftPage(): Promise<DraftPage> {
  // As WeChat's editor, it wears the style sheet of the page that shows articles.
  const page = `<!doctype html><meta charset="utf-8"><style>${pageCss()}</style><div id="draft" contenteditable style="min-height:900px"><br></div>`;
  const server = createServer(({ url = '' }, answer) => {
    if (url.endsWith('.png')) {
      answer.writeHead(200, { 'content-type': 'image/png' }).end(pictureAt(url));
    } else {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
