import { download } from '../../../lib/download';
import { fetchImage } from '../images/rehost';
import type { Workbench } from '../workbench';
import { formatAddress } from './image-format';
import type { CheckItem } from './safe-check';

/** Fills the words of a remedy; each remedy uses its own. */
export interface RemedyWords {
  format: string;
  name: string;
}

const NO_WORDS: RemedyWords = { format: '', name: '' };

/** What one click does about a finding. Words stand under `check.fix`, `check.fixed` and `check.fixFailed`. */
export interface Remedy {
  id: 'https' | 'format' | 'convert' | 'citation' | 'rehost';
  /** Fills the words of the button. */
  words: RemedyWords;
  /** Returns what fills the words of success. Rejects when it could not be done. */
  run(): Promise<RemedyWords>;
}

/** Puts an image where WeChat can fetch it, and answers with its new address. */
export type Rehost = (address: string) => Promise<string>;

/**
 * The remedy for a finding, or null.
 *
 * `rehost` comes from the author's image host; without one, images that only this machine reaches have no remedy here.
 */
export function remedyFor(
  item: CheckItem,
  workbench: Workbench,
  rehost: Rehost | null = null,
): Remedy | null {
  const address = wholeAddress(workbench.text, item.detail);
  const replace = (next: string) => workbench.replaceText(workbench.text.replaceAll(address, next));
  switch (item.key) {
    case 'export.image.insecure':
      return {
        id: 'https',
        words: NO_WORDS,
        run: async () => {
          replace(address.replace(/^http:/i, 'https:'));
          return NO_WORDS;
        },
      };
    case 'export.image.webp': {
      const better = formatAddress(address);
      if (better === null) return rehosting(address, replace, rehost) ?? converting(address);
      return {
        id: 'format',
        words: { ...NO_WORDS, format: better.format },
        run: async () => {
          replace(better.address);
          return NO_WORDS;
        },
      };
    }
    case 'export.image.local':
    case 'export.image.data':
    case 'export.image.blob':
      return rehosting(address, replace, rehost);
    case 'export.link.external':
      return {
        id: 'citation',
        words: NO_WORDS,
        run: async () => {
          workbench.changeSettings({ isCiteStatus: true });
          return NO_WORDS;
        },
      };
    default:
      return null;
  }
}

function rehosting(
  address: string,
  replace: (next: string) => void,
  rehost: Rehost | null,
): Remedy | null {
  if (rehost === null) return null;
  return {
    id: 'rehost',
    words: NO_WORDS,
    run: async () => {
      replace(await rehost(address));
      return NO_WORDS;
    },
  };
}

function converting(address: string): Remedy {
  return {
    id: 'convert',
    words: NO_WORDS,
    run: async () => {
      const name = pngName(address);
      download(name, 'image/png', await fetchImage(address));
      return { ...NO_WORDS, name };
    },
  };
}

function pngName(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
  return `${name || 'image'}.png`;
}

/** A detail that was cut, up to where the address ends in the source. */
function wholeAddress(text: string, detail: string): string {
  if (!detail.endsWith('…')) return detail;
  const start = detail.slice(0, -1);
  const at = text.indexOf(start);
  if (at === -1) return start;
  return /^[^\s)>"']+/.exec(text.slice(at))?.[0] ?? start;
}
