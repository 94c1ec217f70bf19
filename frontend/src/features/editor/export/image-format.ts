import { parseUrl } from '../../../lib/addresses/parse-url';

interface ImageService {
  /** Hosts of the service. */
  host: RegExp;
  /** The address that asks it for PNG, or null when this address asks for another format already. */
  ask(url: URL): URL | null;
}

function withSearch(url: URL, change: (search: URLSearchParams) => void): URL {
  const next = new URL(url);
  change(next.searchParams);
  return next;
}

/** Adds a query that is one command without a name, as object stores expect it. */
function withCommand(url: URL, command: string): URL | null {
  if (url.search !== '') return null;
  return new URL(`${url.href}?${command}`);
}

/** Image services that convert by address. Sources: their own documentation of image processing. */
const SERVICES: readonly ImageService[] = [
  {
    host: /(^|\.)qpic\.cn$/,
    ask: (url) =>
      withSearch(url, (search) => {
        search.set('wx_fmt', 'png');
        if (search.get('tp') === 'webp') search.delete('tp');
      }),
  },
  {
    host: /\.aliyuncs\.com$/,
    ask: (url) =>
      url.searchParams.has('x-oss-process')
        ? null
        : withCommand(url, 'x-oss-process=image/format,png'),
  },
  {
    host: /\.(clouddn|qiniucdn|qnssl)\.com$/,
    ask: (url) => withCommand(url, 'imageMogr2/format/png'),
  },
  {
    host: /\.(myqcloud|tencentcos)\.(com|cn)$/,
    ask: (url) => withCommand(url, 'imageMogr2/format/png'),
  },
  {
    host: /(^|\.)res\.cloudinary\.com$/,
    ask: (url) => {
      const next = new URL(url);
      next.pathname = next.pathname.replace(/\.webp$/i, '.png');
      return next.pathname === url.pathname ? null : next;
    },
  },
];

/** The address of the same image as PNG, if its service converts by address; else null. */
export function formatAddress(address: string): { address: string; format: string } | null {
  const url = parseUrl(address);
  if (url === null) return null;
  const next = SERVICES.find(({ host }) => host.test(url.hostname))?.ask(url) ?? null;
  if (next === null || next.href === url.href) return null;
  return { address: next.href, format: 'PNG' };
}
